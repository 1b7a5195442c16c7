import {
  definedKindCode,
  isDefinedKind,
  kindFacts,
  type EntityKind,
  type LoggedRelatedKind,
  type SubjectKind,
} from '@redoubt/domain';
import { kindCodeOf, KIND_CODES } from '../log/log-event.ts';

/** Beyond any number of a built-in kind; numbers are never used again for another entity. */
const ENTITY_CODES: Readonly<Record<EntityKind, number>> = { account: 1001, paymentInstrument: 1002, email: 1003 };
const ENTITIES: ReadonlySet<number> = new Set(Object.values(ENTITY_CODES));

/** Whether a number stands for an account, a payment instrument or an e-mail address rather than for an event. */
export const isEntityCode = (code: number): boolean => ENTITIES.has(code);

const BUILT_IN = { ...KIND_CODES, ...ENTITY_CODES };

/** Number of what a later event is about in tables: an assessment has the number of its kind. */
export const subjectCodeOf = (kind: SubjectKind): number =>
  isDefinedKind(kind) ? definedKindCode(kind) : BUILT_IN[kind];

/** Number of the kind under which what an event says is kept: a label is one, whichever way it was sent. */
export const mergedKindCode = (kind: LoggedRelatedKind): number =>
  kindFacts(kind).role === 'label' ? KIND_CODES.label : kindCodeOf(kind);
