import { cancelBacktest, getBacktest, startBacktest, type Backtest, type BodyIn } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** How often a run is looked at. */
const LOOK_MS = 800;

export const isRunning = ({ status }: Pick<Backtest, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** A run of counting clauses, read again until it has ended. */
export const tunerRunQuery = (call: ApiCall, environmentId: string, assessment: AssessmentName, backtestId: string) =>
  read(
    call,
    getBacktest,
    { params: { environmentId, assessment, backtestId } },
    { refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? LOOK_MS : false), staleTime: Infinity },
  );

const RUN = {
  answers: { read: getBacktest, params: ({ id }: Backtest) => ({ backtestId: id }) },
} as const;

export const useTunerRuns = (assessment: AssessmentName, onStart: (id: string) => void) => ({
  start: useWrite(startBacktest, (body: BodyIn<typeof startBacktest>) => ({ params: { assessment }, body }), {
    ...RUN,
    onAnswer: ({ id }) => onStart(id),
  }),
  cancel: useWrite(cancelBacktest, (backtestId: string) => ({ params: { assessment, backtestId } }), RUN),
});
