import { isRetailSet, listOfSet } from '@redoubt/domain';
import { readLastPosition, undoUploadStep, updateUpload } from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { SubjectKeys } from '../secrets/subject-keys.ts';
import { undoItems } from './item-import.ts';
import { undoRetail } from './retail-import.ts';
import { failedUpload, uploadOf, type UploadPlace } from './upload-work.ts';

/** How long it is waited for projectors before looking again. */
const WAIT_MS = 100;

/** Takes the events of a file back, step by step; a run that dies is taken up where the last step ended. */
export const createUploadUndos = ({
  database,
  clock,
  keys,
}: UploadPlace & { readonly keys: Pick<SubjectKeys, 'hashEventId'> }): JobRunner => ({
  kind: 'uploadUndo',
  run: async (job, { signal }) => {
    const upload = await uploadOf(database, job);
    if (isRetailSet(upload.dataSet)) return undoRetail({ database, clock }, job, signal);
    if (listOfSet(upload.dataSet) !== null) return undoItems({ database, clock }, job, signal);
    const until = upload.undoUntil ?? (await readLastPosition(database));
    if (upload.undoUntil === null) {
      await database.inTenant(job.tenantId, (trx) =>
        updateUpload(trx, upload.id, { undoUntil: until }, new Date(clock.now())),
      );
    }
    let after = upload.undoCursor ?? upload.firstPosition ?? 0;
    while (!signal.aborted) {
      const undo = { environmentId: upload.environmentId, after, until, hashId: keys.hashEventId };
      // oxlint-disable-next-line eslint/no-await-in-loop -- each step goes on behind the one before
      const step = await undoUploadStep(database, job, undo);
      after = step.cursor;
      if (step.isLast) {
        return (trx) => updateUpload(trx, upload.id, { state: 'undone', problem: null }, new Date(clock.now()));
      }
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      if (step.isWaiting) await delay(WAIT_MS);
    }
    return undefined;
  },
  failed: failedUpload({ clock }),
});
