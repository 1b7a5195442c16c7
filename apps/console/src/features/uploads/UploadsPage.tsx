import type { Upload } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { useAddress, useGo } from '../../routes/address.ts';
import { holds } from '../../shared/list-page/holds.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { NewUploadPanel } from './components/NewUploadPanel.tsx';
import { shownState } from './components/UploadStateChip.tsx';
import { UploadTabs } from './components/UploadTabs.tsx';
import { areaOf, lossDataHref, uploadHref, type UploadArea } from './upload-address.ts';
import { uploadsQuery } from './uploads.queries.ts';
import { useUploadColumns } from './use-upload-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ do: field, like: field, find: field });

const NONE: readonly Upload[] = [];
const idOf = ({ id }: Upload): string => id;

/** Files of past events that were uploaded, and what became of them. */
export const UploadsPage = ({ area = 'purchaseProtection' }: { readonly area?: UploadArea }): ReactNode => {
  const text = useText('uploads');
  const routes = useText('routes');
  const call = useCall();
  const may = useMay();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ do: doing, like, find = '' }, update] = useAddress(address);
  const query = useQuery(uploadsQuery(call, environmentId));
  const columns = useUploadColumns(query.dataUpdatedAt);
  const uploads = (query.data?.uploads ?? NONE).filter(({ dataSet }) => areaOf(dataSet) === area);
  const model = uploads.find(({ id }) => id === like);
  const canWrite = query.data?.canWrite ?? may('dataUpload:write');
  const rows = uploads.filter((upload) => {
    const { name, dataSet, created } = upload;
    return holds(find, name, text(`dataSet.${dataSet}`), text(`state.${shownState(upload)}`), created.by);
  });
  const close = (): void => update({ do: undefined, like: undefined });
  const isPanelOpen = doing === 'new' && canWrite && query.data !== undefined;
  return (
    <ListPage
      title={routes('upload.title')}
      tabs={<UploadTabs current={area} />}
      canWrite={canWrite}
      add={{ text: text('new'), onSelect: () => update({ do: 'new', like: undefined }) }}
      find={{ text: text('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      above={
        <p className="quiet-small flex-none py-2 px-page">
          {text('warning')}{' '}
          {area === 'lossPrevention' && may('lossPrevention:read') ? (
            <Link href={lossDataHref()}>{text('fromFolder')}</Link>
          ) : null}
        </p>
      }
      // The list that is kept may be older than the file whose mapping is wanted: the panel begins anew once it is there.
      pane={
        isPanelOpen ? (
          <NewUploadPanel key={model?.id} area={area} uploads={uploads} model={model} onClose={close} />
        ) : null
      }
      grid={{
        label: routes('upload.title'),
        query,
        rows,
        rowId: idOf,
        columns,
        onOpen: ({ id }) => go(uploadHref(id)),
        isNarrowed: uploads.length > 0,
        empty: {
          title: text('empty.title'),
          body: text(area === 'lossPrevention' ? 'empty.lossPrevention' : 'empty.body'),
        },
        noResult: { title: text('none.title'), body: text('none.body') },
      }}
    />
  );
};
