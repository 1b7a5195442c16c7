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
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { saveFile } from '../../shared/files/read-file.ts';

const key = (environmentId: string) => ['subjectRequests', environmentId] as const;

/** While something is worked on, how far it is is asked again after so long. */
const LOOK_AGAIN_MS = 2000;

export const subjectPolicyQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: [...key(environmentId), 'policy'] as const,
    queryFn: ({ signal }) => call(getSubjectPolicy, { params: { environmentId }, signal }),
  });

export const subjectRequestsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: [...key(environmentId), 'list'] as const,
    queryFn: ({ signal }) => call(getSubjectRequests, { params: { environmentId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.requests.some(
        ({ status, awaitsApproval }) => status === 'Processing' || (status === 'Pending' && !awaitsApproval),
      )
        ? LOOK_AGAIN_MS
        : false,
  });

/** The calls of these screens. What a person is called lives no longer than the screen that asked. */
export const useSubjectMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: key(environmentId) });
  return {
    preview: useMutation({
      mutationFn: (body: BodyIn<typeof previewSubject>) => call(previewSubject, { params, body }),
      gcTime: 0,
    }),
    submit: useMutation({
      mutationFn: (body: BodyIn<typeof submitSubjectRequest>) => call(submitSubjectRequest, { params, body }),
      onSuccess,
      gcTime: 0,
    }),
    approve: useMutation({
      mutationFn: (requestId: string) => call(approveSubjectRequest, { params: { ...params, requestId } }),
      onSuccess,
    }),
    cancel: useMutation({
      mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
        call(cancelSubjectRequest, { params: { ...params, requestId: id }, body: { reason } }),
      onSuccess,
    }),
    retry: useMutation({
      mutationFn: (requestId: string) => call(retrySubjectRequest, { params: { ...params, requestId } }),
      onSuccess,
    }),
    download: useMutation({
      mutationFn: (requestId: string) => call(downloadSubjectExport, { params: { ...params, requestId } }),
      onSuccess: (content) =>
        saveFile(
          `subject-request-${content.requestId}.json`,
          new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
        ),
      gcTime: 0,
    }),
    approval: useMutation({
      mutationFn: (required: boolean) => call(putSubjectApproval, { params, body: { required } }),
      onSuccess,
    }),
  };
};
