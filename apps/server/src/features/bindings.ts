import * as contracts from '@redoubt/contracts';
import { DEFAULT_UNDO_WINDOW_MS } from '@redoubt/domain';
import * as services from '@redoubt/services';
import { bindAll } from '../http/bind-all.ts';
import type { Binding } from '../http/binding.ts';
import { createHandlers, type BuildFacts, type NodeParts } from './handlers.ts';
import { pacedReports } from './paced-reports.ts';

/** What the operator decided for the whole installation. */
export type InstallationFacts = Pick<NodeParts, 'statement' | 'geographies' | 'undoWindowMs'>;

const PLAIN_INSTALLATION: InstallationFacts = {
  statement: services.BUILT_IN_ATTESTATION,
  geographies: [{ code: 'local', friendlyName: 'This installation' }],
  undoWindowMs: DEFAULT_UNDO_WINDOW_MS,
};

/** What the node has besides its database; tests leave most of it out. */
export type BindingParts = {
  readonly installation?: InstallationFacts;
  /** Keeps reports from slowing decisions; where absent they are answered as they come. */
  readonly pace?: services.ReportPace;
} & Partial<Omit<NodeParts, 'build' | 'calls' | 'bindings' | keyof InstallationFacts>>;

/** Every console endpoint with the code that answers it. */
export const createBindings = (
  build: BuildFacts,
  calls: services.ExternalCalls,
  {
    installation = PLAIN_INSTALLATION,
    pace,
    velocities,
    data,
    send,
    mail,
    origin = 'http://localhost',
    subjects = services.createSubjectKeys(''),
    reachable = services.createReachableAddresses([]),
    traceDirectory = null,
    retailDirectory = null,
  }: BindingParts = {},
): readonly Binding[] => {
  const node = { velocities, data, send, mail, origin, subjects, reachable, traceDirectory, retailDirectory };
  const parts = { build, calls, ...installation, ...node };
  const bindings: readonly Binding[] = bindAll(
    contracts,
    services,
    createHandlers({ ...parts, bindings: () => bindings }),
  );
  return pace === undefined ? bindings : pacedReports(bindings, pace);
};
