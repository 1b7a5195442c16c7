import { CALL_PERIODS, type CallPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, Loading } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { oneOf, textsOf, useAddressBy, type RawSearch } from '../../routes/address.ts';
import { lazyComponent, usePreload } from '../../routes/lazy-component.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { AssessmentListScreen } from './assessments/AssessmentListScreen.tsx';
import type { AssessmentEditorProps } from './assessments/components/AssessmentEditor.tsx';
import { assessmentQuery, targetsQuery } from './assessments/external-assessments.queries.ts';

const textsIn = textsOf('assessment', 'do', 'find', 'period');
const addressOf = (search: RawSearch) => {
  const texts = textsIn(search);
  return { ...texts, period: oneOf(CALL_PERIODS, texts.period) };
};

const Waiting = () => (
  <ConsolePage title={useText('externalAssessments')('title')}>
    <Loading rows={12} rowHeight={28} />
  </ConsolePage>
);
const AssessmentEditor = lazyComponent(
  async () => (await import('./assessments/components/AssessmentEditor.tsx')).AssessmentEditor,
  Waiting,
);

const DEFAULT_PERIOD: CallPeriod = '24h';

/** Loads one external assessment and what it may point to, then opens its editor; `id` null begins a new one. */
const EditorScreen = ({
  id,
  ...rest
}: Omit<AssessmentEditorProps, 'detail' | 'targets'> & { readonly id: string | null }) => {
  const text = useText('externalAssessments');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const targets = useQuery(targetsQuery(call, environmentId));
  const detail = useQuery({ ...assessmentQuery(call, environmentId, id ?? ''), enabled: id !== null });
  if (targets.data && (id === null || detail.data))
    return <AssessmentEditor detail={detail.data ?? null} targets={targets.data.assessments} {...rest} />;
  const error = targets.error ?? detail.error;
  const retry = (): void => void Promise.all([targets.refetch(), ...(id === null ? [] : [detail.refetch()])]);
  if (!error) return <Waiting />;
  return (
    <ConsolePage title={text('title')}>
      <ErrorState error={error} onRetry={retry} />
    </ConsolePage>
  );
};

/** External assessments: the list, or the editor of the one the address names. */
export const ExternalAssessmentsPage = () => {
  const [{ assessment, do: doing, find = '', period = DEFAULT_PERIOD }, update] = useAddressBy(addressOf);
  usePreload(AssessmentEditor);
  const onPeriod = (next: CallPeriod): void =>
    update({ period: next === DEFAULT_PERIOD ? undefined : next }, { replace: true });
  const shared = {
    period,
    onPeriod,
    onMade: (id: string) => update({ assessment: id, do: undefined }, { replace: true }),
    onClose: () => update({ assessment: undefined, do: undefined }),
  };
  if (assessment !== undefined) return <EditorScreen key={assessment} id={assessment} {...shared} />;
  if (doing === 'new') return <EditorScreen key="new" id={null} {...shared} />;
  return (
    <AssessmentListScreen
      find={find}
      period={period}
      onPeriod={onPeriod}
      onFind={(text) => update({ find: text === '' ? undefined : text }, { replace: true })}
      onNew={() => update({ do: 'new' })}
      onOpen={(id) => update({ assessment: id })}
    />
  );
};
