import type { CaseworkAgents } from '@redoubt/contracts';
import { caseTimeQuantileMs } from '@redoubt/domain';
import { DAY_MS, SECOND_MS } from '@redoubt/kernel';
import { kindOfCode, readAgentsToday, readHeldCases, type HeldCase } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { reading } from '../unit-of-work.ts';
import { agentsOf, hidesAgentsFrom } from './reported-agents.ts';

type Held = NonNullable<CaseworkAgents['agents'][number]['held']>;

const heldOf = ({ agentId: _agentId, agent: _agent, kind, since, until, ...held }: HeldCase): Held => ({
  ...held,
  eventType: kindOfCode(kind),
  since: since.toISOString(),
  until: until.toISOString(),
});

/** Who works on cases of an environment and those below it: what each agent has in review, and decided today. */
export const getCaseworkAgents = (context: EnvironmentContext): Promise<CaseworkAgents> =>
  reading(context, async (trx) => {
    const { environmentId, clock } = context;
    const nowMs = clock.now();
    const ids = (await loadSubtree(trx, environmentId)).environments.map(({ id }) => id);
    const hides = await hidesAgentsFrom(trx, context, ids);
    const holds = new Map((await readHeldCases(trx, ids, new Date(nowMs))).map((held) => [held.agentId, held]));
    const today = await readAgentsToday(trx, ids, new Date(nowMs - (nowMs % DAY_MS)));
    const names = new Map([...today, ...holds.values()].map(({ agentId, agent }) => [agentId, agent]));
    const decided = new Map(today.map((each) => [each.agentId, each]));
    const rows = [...agentsOf([...names.keys()], names, hides ? { environmentId } : null)].map(([id, agent]) => {
      const held = holds.get(id);
      const handledMs = caseTimeQuantileMs(decided.get(id)?.handled ?? [], 0.5);
      return {
        agent,
        isReviewing: held !== undefined,
        held: held === undefined || hides ? null : heldOf(held),
        decidedToday: decided.get(id)?.cases ?? 0,
        handledSeconds: handledMs === null ? null : handledMs / SECOND_MS,
      };
    });
    const nameOf = ({ agent }: (typeof rows)[number]): string => agent.name ?? agent.key.padStart(6, '0');
    return {
      hidesAgents: hides,
      agents: rows.toSorted(
        (a, b) => Number(b.isReviewing) - Number(a.isReviewing) || nameOf(a).localeCompare(nameOf(b)),
      ),
      at: new Date(nowMs).toISOString(),
    };
  });
