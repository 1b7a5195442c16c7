import {
  cancelUpload,
  checkUpload,
  createUpload,
  deleteUpload,
  getUpload,
  getUploadErrors,
  getUploads,
  mapUpload,
  processUpload,
  undoUpload,
  type BodyIn,
  type UploadDetail,
} from '@redoubt/contracts';
import type { UploadState } from '@redoubt/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiCall } from '../../api/api-call.ts';
import { familyKey, read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { saveCsv } from '../../shared/files/read-file.ts';
import { startSending } from './sending/senders.ts';

/** How often an upload is looked at while the server works on it, and while another browser may send it. */
const WORK_MS = 1000;
const SENDING_MS = 3000;

const pauseFor = (state: UploadState): number | false => {
  if (state === 'checking' || state === 'processing' || state === 'undoing') return WORK_MS;
  return state === 'uploading' ? SENDING_MS : false;
};

const soonest = (states: readonly UploadState[]): number | false =>
  states
    .map(pauseFor)
    .filter((pause) => pause !== false)
    .toSorted((one, other) => one - other)[0] ?? false;

export const uploadsQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getUploads,
    { params: { environmentId }, polled: true },
    { refetchInterval: ({ state }) => soonest((state.data?.uploads ?? []).map((upload) => upload.state)) },
  );

export const uploadQuery = (call: ApiCall, environmentId: string, uploadId: string) =>
  read(
    call,
    getUpload,
    { params: { environmentId, uploadId }, polled: true },
    { refetchInterval: ({ state }) => (state.data ? pauseFor(state.data.state) : false) },
  );

const answers = { read: getUpload, params: ({ id }: UploadDetail) => ({ uploadId: id }) };
const toOne = (uploadId: string) => ({ params: { uploadId } });

/** What can be done with uploads. */
export const useUploadMutations = () => ({
  create: useWrite(createUpload, (body: BodyIn<typeof createUpload>) => ({ body }), { answers }),
  map: useWrite(
    mapUpload,
    ({ uploadId, ...body }: BodyIn<typeof mapUpload> & { readonly uploadId: string }) => ({ ...toOne(uploadId), body }),
    { answers },
  ),
  check: useWrite(checkUpload, toOne, { answers, afterRefusal: true }),
  process: useWrite(processUpload, toOne, { answers, afterRefusal: true }),
  cancel: useWrite(cancelUpload, toOne, { answers, afterRefusal: true }),
  undo: useWrite(undoUpload, toOne, { answers, afterRefusal: true }),
  remove: useWrite(deleteUpload, toOne, { waits: false }),
  errors: useWrite(
    getUploadErrors,
    ({ id, language }: { readonly id: string; readonly language: string }) => ({ ...toOne(id), query: { language } }),
    {
      changes: 'nothing',
      gcTime: 0,
    },
  ),
});

/** `history.csv.gz` → `history-errors.csv`. */
export const errorFileName = (name: string): string =>
  `${name.replace(/(?:\.(?:csv|tsv|txt))?(?:\.gz)?$/i, '')}-errors.csv`;

export const saveErrors = ({ name }: Pick<UploadDetail, 'name'>, csv: string): void =>
  saveCsv(errorFileName(name), csv);

/** Sends a chosen file to an upload; it goes on while other pages are looked at. */
export const useSendFile = (): ((uploadId: string, file: File) => void) => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  return useCallback(
    (uploadId, file) => {
      const onEnd = (): void => void client.invalidateQueries({ queryKey: familyKey(getUploads, environmentId) });
      startSending({ call, environmentId, uploadId, onEnd }, file);
    },
    [call, client, environmentId],
  );
};
