import { CALL_PERIODS, type CallPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, Loading } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { oneOf, textsOf, useAddressBy, type RawSearch } from '../../routes/address.ts';
import { lazyComponent, usePreload } from '../../routes/lazy-component.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import type { CallEditorProps } from './components/CallEditor.tsx';
import { ExternalCallListScreen } from './ExternalCallListScreen.tsx';
import { callQuery } from '../../shared/external-calls/external-calls.queries.ts';

const textsIn = textsOf('call', 'copy', 'do', 'find', 'period');
const addressOf = (search: RawSearch) => {
  const texts = textsIn(search);
  return { ...texts, period: oneOf(CALL_PERIODS, texts.period) };
};

const Waiting = () => (
  <ConsolePage title={useText('externalCalls')('title')}>
    <Loading rows={12} rowHeight={28} />
  </ConsolePage>
);
const CallEditor = lazyComponent(async () => (await import('./components/CallEditor.tsx')).CallEditor, Waiting);

const DEFAULT_PERIOD: CallPeriod = '24h';

/** Loads one call, then opens its editor, or that of a new one like it. */
const CallScreen = ({ callId, ...rest }: Omit<CallEditorProps, 'detail'> & { readonly callId: string }) => {
  const text = useText('externalCalls');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data, error, refetch } = useQuery(callQuery(call, environmentId, callId));
  if (data) return <CallEditor detail={data} {...rest} />;
  if (!error) return <Waiting />;
  return (
    <ConsolePage title={text('title')}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </ConsolePage>
  );
};

/** External calls: the list, or the editor of the one the address names. */
export const ExternalCallsPage = () => {
  const [{ call: callId, copy, do: doing, find = '', period = DEFAULT_PERIOD }, update] = useAddressBy(addressOf);
  usePreload(CallEditor);
  const close = (): void => update({ call: undefined, copy: undefined, do: undefined });
  const shared = {
    period,
    onPeriod: (next: CallPeriod) => update({ period: next === DEFAULT_PERIOD ? undefined : next }, { replace: true }),
    onMade: (id: string) => update({ call: id, copy: undefined, do: undefined }, { replace: true }),
    onCopy: (id: string) => update({ copy: id, call: undefined, do: undefined }),
    onClose: close,
  };
  if (callId !== undefined) return <CallScreen key={callId} callId={callId} isCopy={false} {...shared} />;
  if (copy !== undefined) return <CallScreen key={`copy ${copy}`} callId={copy} isCopy {...shared} />;
  if (doing === 'new') return <CallEditor key="new" detail={null} isCopy={false} {...shared} />;
  return (
    <ExternalCallListScreen
      find={find}
      period={period}
      onPeriod={shared.onPeriod}
      onFind={(text) => update({ find: text === '' ? undefined : text }, { replace: true })}
      onNew={() => update({ do: 'new' })}
      onOpen={(id) => update({ call: id })}
    />
  );
};
