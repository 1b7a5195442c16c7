import type { ListDifference, SupportEntry } from '@redoubt/contracts';
import { eventMask, maskOf, supportListOf, type SupportEntity } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from './masked-environments.ts';

type Viewer = Pick<EnvironmentContext, 'maskedEnvironments' | 'environmentId'>;
type Row = readonly string[];

/** Things of which a column may hold a member, besides what its name says alone. */
const THINGS = ['paymentInstrument', 'device', 'address'] as const;
/** Names of people; other names, such as of products and countries, are no one's. */
const NAME_OF_PERSON = /^(?:first|last|middle|full|family|given|user|customer|holder|recipient)?name$/i;

/** Paths that a column may stand for: `User ids` for `userid`. */
const pathsOf = (column: string): readonly string[] => {
  const name = column.replaceAll(/[^\p{L}\p{Nd}]/gu, '');
  const singular = name.replace(/s$/i, '');
  const one = /address$/i.test(name) ? name : singular;
  return [one, ...THINGS.map((thing) => `${thing}.${one}`), ...(NAME_OF_PERSON.test(one) ? [`user.${one}`] : [])];
};

const maskCell = (paths: readonly string[], cell: string): string =>
  paths.map((path) => maskOf(path, cell)).find((mask) => mask !== null) ?? cell;

/**
 * Rows of a list for a caller who sees masks in its environment: cells of columns that are called as personal fields are,
 * and e-mail addresses and addresses on the internet wherever they stand. Undefined for other callers.
 */
export const rowMask = (context: Viewer, columns: Row): ((cells: Row) => string[]) | undefined => {
  if (!seesMasks(context, context.environmentId)) return undefined;
  const paths = columns.map(pathsOf);
  return (cells) => cells.map((cell, at) => maskCell(paths[at] ?? [''], cell));
};

export const seenDifference = (
  context: Viewer,
  difference: ListDifference,
  { before, after }: { readonly before: Row; readonly after: Row },
): ListDifference => {
  const [was, is] = [rowMask(context, before), rowMask(context, after)];
  if (was === undefined || is === undefined) return difference;
  return { ...difference, addedRows: difference.addedRows.map(is), removedRows: difference.removedRows.map(was) };
};

/** An entry of a support list with a mask in place of its value, also in what people wrote about it. */
export const maskSupportEntry = (entity: SupportEntity, entry: SupportEntry): SupportEntry => {
  const { attribute } = supportListOf(entity);
  const [group = '', member = ''] = attribute.split('.');
  const mask = eventMask({ [group]: { [member]: entry.value } });
  return {
    ...entry,
    value: mask.json(entry.value, attribute),
    reason: mask.text(entry.reason),
    comments: mask.text(entry.comments),
  };
};

/** Whether an entry of a support list stands masked for a caller. */
export const seenSupportEntry = (context: Viewer, entity: SupportEntity, entry: SupportEntry): SupportEntry =>
  seesMasks(context, context.environmentId) ? maskSupportEntry(entity, entry) : entry;
