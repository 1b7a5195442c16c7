import * as contracts from '@redoubt/contracts';
import {
  approveChange,
  getChange,
  getChanges,
  putPublishApproval,
  rejectChange,
  withdrawChange,
  type SecretBox,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';
import { runAgain } from '../../http/change-calls.ts';

/**
 * Requests of changes that wait for a second person.
 *
 * @param bindings every binding of the node: a request is carried out by the one of its call.
 */
export const createChangeBindings = (box: SecretBox, bindings: () => readonly Binding[]): readonly Binding[] => [
  bind(contracts.getChanges, ({ context, query }) => getChanges(context, query)),
  bind(contracts.getChange, ({ context, params }) => getChange(context, params.changeId)),
  bind(contracts.approveChange, ({ context, caller, params }) =>
    approveChange(context, box, params.changeId, runAgain(bindings(), caller)),
  ),
  bind(contracts.rejectChange, ({ context, params, body }) => rejectChange(context, params.changeId, body.reason)),
  bind(contracts.withdrawChange, ({ context, params }) => withdrawChange(context, params.changeId)),
  bind(contracts.putPublishApproval, ({ context, body }) => putPublishApproval(context, body)),
];
