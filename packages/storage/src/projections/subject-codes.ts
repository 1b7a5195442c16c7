import type { EntityKind, RelatedKind, SubjectKind } from '@redoubt/domain';
import { KIND_CODES } from '../log/log-event.ts';

/** Beyond any number of a kind; numbers are never used again for another entity. */
const ENTITY_CODES: Readonly<Record<EntityKind, number>> = { account: 1001, paymentInstrument: 1002, email: 1003 };

/** Number of what a later event is about in tables: an assessment has the number of its kind. */
export const SUBJECT_CODES: Readonly<Record<SubjectKind, number>> = { ...KIND_CODES, ...ENTITY_CODES };

/** Number of the kind under which what an event says is kept: a label is one, whichever generation it was sent in. */
export const mergedKindCode = (kind: RelatedKind): number => KIND_CODES[kind === 'accountLabel' ? 'label' : kind];
