import type { Clause, RuleText } from '@redoubt/contracts';
import { inRunOrder, placedIn, sectionOf, type ClauseSection } from '@redoubt/domain';
import { CONDITION, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import { mergeLines, type MergePiece } from './merge-lines.ts';

export type Side = 'mine' | 'theirs';
/** What is taken where both sides changed the same; `both` puts mine after theirs. */
export type Choice = Side | 'both';
/** Choices by place. */
export type Choices = ReadonlyMap<string, Choice>;

/** What became of one part in three texts. */
export type PartMerge = {
  readonly part: PartId;
  /** Shown name: mine, else theirs, else the former one; empty for the condition. */
  readonly name: string;
  /** Names of a clause that both sides renamed, differently. */
  readonly names: { readonly mine: string; readonly theirs: string } | null;
  /** Sections of a clause that both sides moved, to different ones. */
  readonly sections: { readonly mine: ClauseSection; readonly theirs: ClauseSection } | null;
  readonly presence: 'kept' | 'added' | 'removed' | 'contested';
  /** Whose doing an addition or removal is; of a contested part, who removed what the other changed. */
  readonly by: Side | null;
  readonly pieces: readonly MergePiece[];
};

export type RuleMerge = {
  readonly base: RuleText;
  readonly mine: RuleText;
  readonly theirs: RuleText;
  readonly parts: readonly PartMerge[];
  readonly sample: MergePiece['kind'];
  /** Places that need a choice. */
  readonly places: readonly string[];
};

export const SAMPLE_PLACE = 'sample';
export const linesPlace = (part: PartId, piece: number): string => `${part} ${piece}`;
export const namePlace = (part: PartId): string => `${part} name`;
export const sectionPlace = (part: PartId): string => `${part} section`;
export const removalPlace = (part: PartId): string => `${part} removal`;

/** Which of three values is meant, where only one side changed it. */
const kindOf = <T>(base: T, mine: T, theirs: T): MergePiece['kind'] => {
  if (mine === theirs) return mine === base ? 'same' : 'both';
  if (theirs === base) return 'mine';
  return mine === base ? 'theirs' : 'conflict';
};

const clauseIn = (text: RuleText, id: PartId): Clause | undefined => text.clauses.find((clause) => clause.id === id);

const mergeClause = (base: RuleText, mineText: RuleText, theirText: RuleText, id: PartId): PartMerge => {
  const [was, mine, theirs] = [clauseIn(base, id), clauseIn(mineText, id), clauseIn(theirText, id)];
  const name = mine?.name ?? theirs?.name ?? was?.name ?? '';
  const one = { part: id, name, names: null, sections: null };
  if (mine && theirs) {
    const renamed = was && kindOf(was.name, mine.name, theirs.name);
    const names = renamed === 'conflict' ? { mine: mine.name, theirs: theirs.name } : null;
    const shown = renamed === 'theirs' ? theirs.name : mine.name;
    const placed = kindOf(was && sectionOf(was), sectionOf(mine), sectionOf(theirs));
    const sections = placed === 'conflict' ? { mine: sectionOf(mine), theirs: sectionOf(theirs) } : null;
    const pieces = mergeLines(was?.code ?? '', mine.code, theirs.code);
    return { ...one, name: shown, names, sections, presence: 'kept', by: null, pieces };
  }
  const left = mine ?? theirs;
  const by: Side = mine ? 'mine' : 'theirs';
  if (!was || !left) {
    const pieces = mergeLines('', mine?.code ?? '', theirs?.code ?? '');
    return { ...one, presence: was ? 'removed' : 'added', by: left ? by : null, pieces };
  }
  const remover: Side = mine ? 'theirs' : 'mine';
  const untouched = left.code === was.code && left.name === was.name && sectionOf(left) === sectionOf(was);
  const pieces = mergeLines(was.code, mine?.code ?? '', theirs?.code ?? '');
  return { ...one, presence: untouched ? 'removed' : 'contested', by: remover, pieces };
};

const orderOf = (text: RuleText, among: RuleText): string =>
  text.clauses
    .map(({ id }) => id)
    .filter((id) => clauseIn(among, id))
    .join();

/** Clause ids of all texts: in the order of the side that moved some (mine, where both did), new ones after what they followed. */
const mergedOrder = (base: RuleText, mine: RuleText, theirs: RuleText): readonly PartId[] => {
  const [frame, other] = orderOf(mine, base) === orderOf(base, mine) ? [theirs, mine] : [mine, theirs];
  const ids = frame.clauses.map(({ id }) => id);
  for (const from of [other, base])
    from.clauses.forEach(({ id }, index) => {
      if (ids.includes(id)) return;
      const before = from.clauses[index - 1]?.id;
      ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
    });
  return ids;
};

const placesOf = ({ part, names, sections, presence, pieces }: PartMerge): readonly string[] => {
  if (presence === 'contested') return [removalPlace(part)];
  if (presence === 'removed') return [];
  return [
    ...(names === null ? [] : [namePlace(part)]),
    ...(sections === null ? [] : [sectionPlace(part)]),
    ...pieces.flatMap(({ kind }, index) => (kind === 'conflict' ? [linesPlace(part, index)] : [])),
  ];
};

/** Compares what two people made of one text: part by part, line by line, and which places both changed. */
export const mergeRule = (base: RuleText, mine: RuleText, theirs: RuleText): RuleMerge => {
  const condition: PartMerge = {
    part: CONDITION,
    name: '',
    names: null,
    sections: null,
    presence: 'kept',
    by: null,
    pieces: mergeLines(base.condition, mine.condition, theirs.condition),
  };
  const parts = [condition, ...mergedOrder(base, mine, theirs).map((id) => mergeClause(base, mine, theirs, id))];
  const [was, own, other] = [base, mine, theirs].map(({ samplePayload }) => JSON.stringify(samplePayload));
  const sample = kindOf(was, own, other);
  const places = [...parts.flatMap(placesOf), ...(sample === 'conflict' ? [SAMPLE_PLACE] : [])];
  return { base, mine, theirs, parts, sample, places };
};

/** Whether anything of a part differs between the three texts. */
export const isMergedPart = ({ names, sections, presence, pieces }: PartMerge): boolean =>
  presence !== 'kept' || names !== null || sections !== null || pieces.some(({ kind }) => kind !== 'same');

const linesOfPiece = (piece: MergePiece, choice: Choice | undefined): readonly string[] => {
  if (piece.kind === 'theirs') return piece.theirs;
  if (piece.kind !== 'conflict') return piece.mine;
  return choice === 'both' ? [...piece.theirs, ...piece.mine] : choice === 'theirs' ? piece.theirs : piece.mine;
};

const codeOfPart = ({ part, pieces }: PartMerge, choices: Choices): string =>
  pieces.flatMap((piece, index) => linesOfPiece(piece, choices.get(linesPlace(part, index)))).join('\n');

const resolveClause = (merge: RuleMerge, part: PartMerge, choices: Choices): readonly Clause[] => {
  const [was, mine, theirs] = [merge.base, merge.mine, merge.theirs].map((text) => clauseIn(text, part.part));
  const either = mine ?? theirs;
  if (!either || part.presence === 'removed') return [];
  if (part.presence === 'contested') return choices.get(removalPlace(part.part)) === part.by ? [] : [either];
  if (!mine || !theirs) return [either];
  const name = choices.get(namePlace(part.part)) === 'theirs' ? theirs.name : (part.names?.mine ?? part.name);
  const view = kindOf(was?.view, mine.view, theirs.view) === 'theirs' ? theirs.view : mine.view;
  const clause = { id: part.part, name, code: codeOfPart(part, choices), ...(view === undefined ? {} : { view }) };
  const placed = kindOf(was && sectionOf(was), sectionOf(mine), sectionOf(theirs));
  const fromTheirs = placed === 'theirs' || choices.get(sectionPlace(part.part)) === 'theirs';
  return [placedIn<Clause>(clause, sectionOf(fromTheirs ? theirs : mine))];
};

/** The text that the choices make; null while a place is left open. */
export const resolveMerge = (merge: RuleMerge, choices: Choices): RuleText | null => {
  if (merge.places.some((place) => !choices.has(place))) return null;
  const [condition, ...clauses] = merge.parts;
  const kept = clauses.flatMap((part) => resolveClause(merge, part, choices));
  const fromTheirs =
    merge.sample === 'theirs' || (merge.sample === 'conflict' && choices.get(SAMPLE_PLACE) === 'theirs');
  return {
    condition: condition ? codeOfPart(condition, choices) : '',
    // Each side may have taken out what the other kept; a rule has at least one clause.
    clauses: kept.length > 0 ? [...inRunOrder(kept)] : merge.mine.clauses,
    samplePayload: fromTheirs ? merge.theirs.samplePayload : merge.mine.samplePayload,
  };
};
