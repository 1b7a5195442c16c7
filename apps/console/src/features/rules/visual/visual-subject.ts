import type {
  SymbolTable,
  VisualFallback,
  VisualLookup,
  VisualReference,
  VisualSubject,
  VisualVelocity,
} from '@redoubt/fql-editor';

/** What a row can ask about: a value of the event or rule, a velocity, or a value of a list. */
export const SUBJECT_KINDS = ['attribute', 'velocity', 'lookup'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const subjectKindOf = ({ kind }: VisualSubject): SubjectKind => (kind === 'variable' ? 'attribute' : kind);

/** The attribute or variable that a subject is, or that it is counted or looked up by. */
export const referenceOf = (subject: VisualSubject): VisualReference =>
  subject.kind === 'velocity' || subject.kind === 'lookup' ? subject.key : subject;

export const withReference = (subject: VisualSubject, key: VisualReference): VisualSubject =>
  subject.kind === 'velocity' || subject.kind === 'lookup' ? { ...subject, key } : key;

/** Kinds to choose from; a velocity only where there is one, since its name cannot be left open. */
export const subjectKinds = (subject: VisualSubject, { velocities = [] }: SymbolTable): readonly SubjectKind[] =>
  SUBJECT_KINDS.filter((kind) => kind !== 'velocity' || subject.kind === 'velocity' || velocities.length > 0);

/** As another kind; what it is about stays. */
export const withSubjectKind = (subject: VisualSubject, kind: SubjectKind, symbols: SymbolTable): VisualSubject => {
  if (kind === subjectKindOf(subject)) return subject;
  const key = referenceOf(subject);
  const [name] = symbols.velocities ?? [];
  if (kind === 'velocity') return name === undefined ? subject : { kind, name, key, amount: 1, unit: 'd' };
  return kind === 'lookup' ? { kind, list: '', keyColumn: '', key, valueColumn: '', fallback: null } : key;
};

const WINDOW = /^([1-9]\d{0,4})\s*([smhd])$/;

/** A window as it is typed, such as `2h`; null for anything else. */
export const readWindow = (typed: string): Pick<VisualVelocity, 'amount' | 'unit'> | null => {
  const [, amount, unit] = WINDOW.exec(typed.trim().toLowerCase()) ?? [];
  return amount && unit ? { amount: Number(amount), unit: unit as VisualVelocity['unit'] } : null;
};

/** What a person typed for values that a list does not hold: a text, or a number where a number stood before. */
export const readFallback = ({ fallback }: VisualLookup, typed: string): VisualFallback | null => {
  if (typed === '') return null;
  const written = typed.trim();
  return fallback?.kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(written)
    ? { kind: 'number', written }
    : { kind: 'text', text: typed };
};
