import { useText } from '@redoubt/i18n';
import { ErrorState, Loading } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { symbolsQuery } from '../../shared/rules/rules.queries.ts';
import { FunctionEditor } from './components/FunctionEditor.tsx';
import { FunctionListScreen } from './FunctionListScreen.tsx';
import { functionQuery } from './functions.queries.ts';

const field = z.string().optional().catch(undefined);
const address = z.object({ function: field, find: field, do: field });

/** Loads one function and what its texts may name, then opens its editor. */
const FunctionScreen = ({ functionId, onClose }: { readonly functionId: string; readonly onClose: () => void }) => {
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

/** Functions: the list, or the editor of the one the address names. */
export const FunctionsPage = () => {
  const [{ function: functionId, find = '', do: doing }, update] = useAddress(address);
  if (functionId !== undefined) {
    return <FunctionScreen key={functionId} functionId={functionId} onClose={() => update({ function: undefined })} />;
  }
  return (
    <FunctionListScreen
      find={find}
      isNew={doing === 'new'}
      onFind={(text) => update({ find: text === '' ? undefined : text }, { replace: true })}
      onNew={(isNew) => update({ do: isNew ? 'new' : undefined })}
      onOpen={(id) => update({ function: id, do: undefined })}
    />
  );
};
