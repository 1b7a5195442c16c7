import { setImmediate } from 'node:timers/promises';
import type { TextUser } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import { listPublishedVelocitySets, type TenantTransaction } from '@redoubt/storage';
import { readPublishedTexts, type PublishedText } from '../configuration/published-texts.ts';
import type { ServiceContext } from '../context.ts';
import { compileOnThisThread } from '../texts/text-compiler.ts';
import { velocityFactsOf } from '../velocities/velocity-text.ts';
import type { KnownEvent } from './known-events.ts';

/** Who reads an attribute of a kind of event. */
export type AttributeUses = (event: string, path: string) => readonly TextUser[];

/** Published texts of an environment with the kinds of events each is run for; null for any that carries the path. */
export const readAttributeTexts = async (trx: TenantTransaction, environmentId: Id) => {
  const sets = new Map((await listPublishedVelocitySets(trx, environmentId)).map((set) => [set.id, set]));
  const eventsOf = ({ kind, id, assessment }: PublishedText): ReadonlySet<string> | null => {
    if (kind === 'rule') return new Set([assessment ?? '']);
    const set = sets.get(id);
    return set === undefined ? null : new Set(velocityFactsOf(set).flatMap(({ events }) => events));
  };
  return (await readPublishedTexts(trx, environmentId)).map((text) => ({ text, events: eventsOf(text) }));
};

/**
 * What published texts read. An event told about a purchase carries the purchase beside its own body, so a velocity may
 * read `purchase.user.email` of a chargeback: that is the purchase's attribute.
 */
export const attributeUses = async (
  { texts: compiler = compileOnThisThread, tenantId }: Pick<ServiceContext, 'texts' | 'tenantId'>,
  texts: Awaited<ReturnType<typeof readAttributeTexts>>,
  known: readonly KnownEvent[],
): Promise<AttributeUses> => {
  const eventByPrefix = new Map(
    known.map(({ event, defined }) => [(defined?.apiName ?? event).toLowerCase(), event as string]),
  );
  const uses = new Map<string, TextUser[]>();
  const add = (event: string, path: string, use: TextUser): void => {
    const key = `${event} ${path}`;
    uses.set(key, [...(uses.get(key) ?? []), use]);
  };
  for (const { text, events } of texts) {
    // Events are decided in between.
    await setImmediate();
    const { kind, id, name, assessment, source, catalogue } = text;
    const use: TextUser = { kind, id, name, assessment };
    const { references } = await compiler.check({ source, catalogue }, tenantId);
    for (const read of references.attributes) {
      const path = read.toLowerCase();
      const [first = '', ...rest] = path.split('.');
      const carried = kind === 'velocitySet' && rest.length > 0 ? eventByPrefix.get(first) : undefined;
      if (carried !== undefined) add(carried, rest.join('.'), use);
      for (const event of events ?? ['']) add(event, path, use);
    }
  }
  return (event, path) => {
    const key = path.toLowerCase();
    return [...(uses.get(`${event} ${key}`) ?? []), ...(uses.get(` ${key}`) ?? [])];
  };
};
