/** What the package gives of subject requests; see each. */
export {
  dropSubjectTargets,
  endExportsOf,
  expireSubjectRequests,
  findOpenSubjectRequest,
  insertSubjectRequest,
  isSubjectApprovalRequired,
  listDueSubjectRequests,
  listSubjectRequests,
  readSubjectExportPart,
  readSubjectEvents,
  saveSubjectApproval,
  takeSubjectRequest,
  updateSubjectRequest,
  type StoredSubjectRequest,
} from './subject-request.repository.ts';
export { readSubjectCases } from './subject-cases.ts';
export { summariseSubject, type SubjectLookup, type SubjectSummary } from './subject-search.ts';
export {
  appendSubjectExport,
  beginSubjectWork,
  findSubjectStep,
  readTargets,
  sweepRecords,
  takeSubjectStep,
  type ClaimedSubjectRequest,
  type SubjectScan,
  type TakeAction,
} from './subject-work.ts';
export { findSupportMentions, sweepBacktests, sweepNotices, sweepSamples } from './sweep-copies.ts';
export { wasErased } from './erased-event.read-model.ts';
