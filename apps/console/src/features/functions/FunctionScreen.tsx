import { useText } from '@redoubt/i18n';
import { ErrorState, Loading } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { symbolsQuery } from '../../shared/rules/rules.queries.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { FunctionEditor } from './components/FunctionEditor.tsx';
import { functionQuery } from './functions.queries.ts';

/** Loads one function and what its texts may name, then opens its editor. */
export const FunctionScreen = ({
  functionId,
  onClose,
}: {
  readonly functionId: string;
  readonly onClose: () => void;
}) => {
  const text = useText('functions');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const detail = useQuery(functionQuery(call, environmentId, functionId));
  const symbols = useQuery(symbolsQuery(call, { environmentId, assessment: 'purchase', family: 'deciding' }));
  if (detail.data && symbols.data) {
    return <FunctionEditor detail={detail.data} symbols={symbols.data} onClose={onClose} />;
  }
  const error = detail.error ?? symbols.error;
  return (
    <ConsolePage title={text('title')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void detail.refetch()} />
      ) : (
        <Loading rows={12} rowHeight={28} />
      )}
    </ConsolePage>
  );
};
