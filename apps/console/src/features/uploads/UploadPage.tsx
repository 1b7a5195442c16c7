import type { UploadDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePathParams } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { UploadBody } from './components/UploadBody.tsx';
import { uploadQuery } from './uploads.queries.ts';

/** Also where its content is: what was mapped for another reading of the file is no draft of this one. */
const keyOf = ({ id, format }: UploadDetail): string => `${id} ${format?.columns.join('\n') ?? ''}`;

/** One uploaded file: how far it is, its mapping, its first lines, and what was refused. */
export const UploadPage = (): ReactNode => {
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { uploadId } = usePathParams('/data/upload/purchaseprotection/:uploadId');
  const query = useQuery(uploadQuery(call, environmentId, uploadId));
  return query.data === undefined ? (
    <ConsolePage title={routes('uploadFile.title')} awaits={['commands']}>
      <QueryState query={query}>{() => null}</QueryState>
    </ConsolePage>
  ) : (
    <UploadBody key={keyOf(query.data)} upload={query.data} />
  );
};
