/** What the package gives of notes, files and timelines of events; see each. */
export {
  dropAttachment,
  findAttachment,
  insertAttachment,
  listAttachments,
  readAttachment,
} from './attachment.repository.ts';
export { findEventOutline, readTimeline, type EventOutline, type TimelineRow } from './event-timeline.read-model.ts';
export { findMembers, readMembers } from './mentionable.read-model.ts';
export {
  countNotes,
  emptyNote,
  insertNote,
  listMentions,
  listNoteDrafts,
  listNotes,
  putNoteDraft,
  saveMentions,
  takeNote,
  updateNote,
  type NotedEvent,
  type StoredNote,
} from './note.repository.ts';
export { readSubjectNotes } from './subject-notes.read-model.ts';
