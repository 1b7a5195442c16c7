import {
  approveSubjectRequest,
  cancelSubjectRequest,
  downloadSubjectExport,
  getSubjectPolicy,
  getSubjectRequests,
  previewSubject,
  putSubjectApproval,
  retrySubjectRequest,
  submitSubjectRequest,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { saveFile } from '../../shared/files/read-file.ts';

/** While something is worked on, how far it is is asked again after so long. */
const LOOK_AGAIN_MS = 2000;

export const subjectPolicyQuery = (call: ApiCall, environmentId: string) =>
  read(call, getSubjectPolicy, { params: { environmentId } });

export const subjectRequestsQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getSubjectRequests,
    { params: { environmentId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.requests.some(
          ({ status, awaitsApproval }) => status === 'Processing' || (status === 'Pending' && !awaitsApproval),
        )
          ? LOOK_AGAIN_MS
          : false,
    },
  );

const toOne = (requestId: string) => ({ params: { requestId } });

/** The calls of these screens. What a person is called lives no longer than the screen that asked. */
export const useSubjectMutations = () => ({
  preview: useWrite(previewSubject, (body: BodyIn<typeof previewSubject>) => ({ body }), {
    changes: 'nothing',
    gcTime: 0,
  }),
  submit: useWrite(submitSubjectRequest, (body: BodyIn<typeof submitSubjectRequest>) => ({ body }), { gcTime: 0 }),
  approve: useWrite(approveSubjectRequest, toOne),
  cancel: useWrite(cancelSubjectRequest, ({ id, reason }: { readonly id: string; readonly reason: string }) => ({
    ...toOne(id),
    body: { reason },
  })),
  retry: useWrite(retrySubjectRequest, toOne),
  download: useWrite(downloadSubjectExport, toOne, {
    changes: 'nothing',
    onAnswer: (content, requestId) => saveFile(`subject-request-${requestId}.json`, content as Blob),
    gcTime: 0,
  }),
  approval: useWrite(putSubjectApproval, (required: boolean) => ({ body: { required } })),
});
