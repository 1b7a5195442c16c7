import * as contracts from '@redoubt/contracts';
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
  type SubjectKeys,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const createSubjectRequestBindings = (keys: SubjectKeys): readonly Binding[] => [
  bind(contracts.getSubjectPolicy, ({ context }) => getSubjectPolicy(context)),
  bind(contracts.putSubjectApproval, ({ context, body }) => putSubjectApproval(context, body)),
  bind(contracts.previewSubject, ({ context, body }) => previewSubject(context, body)),
  bind(contracts.submitSubjectRequest, ({ context, body }) => submitSubjectRequest(context, keys, body)),
  bind(contracts.getSubjectRequests, ({ context }) => getSubjectRequests(context, keys)),
  bind(contracts.approveSubjectRequest, ({ context, params }) =>
    approveSubjectRequest(context, keys, params.requestId),
  ),
  bind(contracts.cancelSubjectRequest, ({ context, params, body }) =>
    cancelSubjectRequest(context, keys, params.requestId, body.reason),
  ),
  bind(contracts.retrySubjectRequest, ({ context, params }) => retrySubjectRequest(context, keys, params.requestId)),
  bind(contracts.downloadSubjectExport, ({ context, params }) => downloadSubjectExport(context, params.requestId)),
];
