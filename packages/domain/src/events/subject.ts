import { kindFacts, type KindFacts, type LoggedRelatedKind, type Subject, type SubjectKind } from './event-kinds.ts';
import { textAt } from './shape-event.ts';

/** What the object types of labels stand for, in both generations' spellings (`docs/reference/wire.md#labels`). */
const LABELLED: ReadonlyMap<string, SubjectKind> = new Map([
  ['purchase', 'purchase'],
  ['signup', 'signUp'],
  ['accountcreation', 'accountCreation'],
  ['accountlogin', 'accountLogin'],
  ['account', 'account'],
  ['accountupdate', 'account'],
  ['pi', 'paymentInstrument'],
  ['paymentinstrument', 'paymentInstrument'],
  ['email', 'email'],
]);

/** Where a generation names the subject whatever the event's own id is. */
const SUBJECT_PLACES: Readonly<Partial<Record<KindFacts['generation'], string>>> = { wizard: 'metadata.eventId' };

/** Whose case does not tell two apart (`docs/reference/wire.md#purchase-generation`). */
const normalise = (kind: SubjectKind, id: string): string => (kind === 'email' ? id.trim().toLowerCase() : id);

const labelSubject = (body: object, prefix: string): Subject | null => {
  const type = textAt(body, `${prefix}labelObjectType`)?.replaceAll(/\s+/g, '').toLowerCase() ?? '';
  const kind = LABELLED.get(type);
  const id = textAt(body, `${prefix}labelObjectId`);
  return kind === undefined || id === null ? null : { kind, id: normalise(kind, id) };
};

/**
 * What a later event is about, from its shaped body: the assessment or account it names, or what its label's object
 * type says; null for a label of something that is not known here.
 */
export const subjectOf = (kind: LoggedRelatedKind, body: object): Subject | null => {
  if (kind === 'label') return labelSubject(body, '');
  if (kind === 'accountLabel') return labelSubject(body, 'label.');
  const { about, generation, id: idPath } = kindFacts(kind);
  if (about === undefined) return null;
  const id = textAt(body, SUBJECT_PLACES[generation] ?? (about === 'purchase' ? 'purchaseId' : idPath));
  return id === null ? null : { kind: about, id };
};
