import { useText } from '@redoubt/i18n';
import { Loading } from '@redoubt/ui';
import { z } from 'zod';
import { useAddress } from '../../routes/address.ts';
import { lazyComponent, usePreload } from '../../routes/lazy-component.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { FunctionListScreen } from './FunctionListScreen.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ function: field, find: field, do: field });

const EditorLoading = () => {
  const text = useText('functions');
  return (
    <ConsolePage title={text('title')}>
      <Loading rows={12} rowHeight={28} />
    </ConsolePage>
  );
};

const FunctionScreen = lazyComponent(async () => (await import('./FunctionScreen.tsx')).FunctionScreen, EditorLoading);

/** Functions: the list, or the editor of the one the address names. */
export const FunctionsPage = () => {
  usePreload(FunctionScreen);
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
