import { ZenEngine } from '@gorules/zen-engine';
import { type Clause, NOW_MS } from '../clauses.ts';
import { type Engine, versionOf } from './engine.ts';

const expressionOf = (clause: Clause): string => {
  switch (clause.shape) {
    case 'amount':
      return `totalAmount > ${clause.limit} and user.country == "${clause.country}"`;
    case 'mail':
      return `endsWith(user.email, "${clause.ending}") and not user.isEmailValidated`;
    case 'country':
      return `user.country in ${JSON.stringify(clause.countries)} and totalAmount >= 50`;
    case 'net':
      return `(totalAmount - shippingCost) * 1.25 > ${clause.limit}`;
    case 'age':
      return `now - date(user.creationDate) < ${clause.days * 86_400} or contains(device.userAgent, "${clause.word}")`;
  }
};

const position = { x: 0, y: 0 };

/** A decision of one expression node. Its time includes handing the event to the native engine, as in any use of it. */
export const zen: Engine = {
  name: '@gorules/zen-engine',
  version: versionOf('@gorules/zen-engine'),
  prepare: (clauses) => {
    const expressions = clauses.map((clause, index) => ({
      id: String(index),
      key: `c${index}`,
      value: expressionOf(clause),
    }));
    const decision = new ZenEngine().createDecision({
      nodes: [
        { id: 'in', type: 'inputNode', name: 'in', position },
        { id: 'rules', type: 'expressionNode', name: 'rules', position, content: { expressions } },
        { id: 'out', type: 'outputNode', name: 'out', position },
      ],
      edges: [
        { id: 'first', type: 'edge', sourceId: 'in', targetId: 'rules' },
        { id: 'second', type: 'edge', sourceId: 'rules', targetId: 'out' },
      ],
    });
    return async (event) => {
      const { result } = (await decision.evaluate({ ...event, now: NOW_MS / 1000 })) as {
        result: Readonly<Record<string, boolean>>;
      };
      return clauses.flatMap((_clause, index) => (result[`c${index}`] === true ? [index] : []));
    };
  },
};
