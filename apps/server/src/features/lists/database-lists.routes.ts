import * as contracts from '@redoubt/contracts';
import {
  changeDatabaseList,
  createDatabaseList,
  getDatabaseListMetrics,
  testDatabaseList,
  type ExternalCalls,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const createDatabaseListBindings = (calls: ExternalCalls): readonly Binding[] => [
  bind(contracts.createDatabaseList, ({ context, body }) => createDatabaseList(context, calls, body)),
  bind(contracts.changeDatabaseList, ({ context, params, body }) =>
    changeDatabaseList(context, calls, params.listId, body),
  ),
  bind(contracts.getDatabaseListMetrics, ({ context, params, query }) =>
    getDatabaseListMetrics(context, calls, params.listId, query.period),
  ),
  bind(contracts.testDatabaseList, ({ context, body }) => testDatabaseList(context, calls, body)),
];
