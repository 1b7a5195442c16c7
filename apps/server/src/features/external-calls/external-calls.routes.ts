import * as contracts from '@redoubt/contracts';
import {
  changeExternalCall,
  createExternalCall,
  deleteExternalCall,
  getExternalCall,
  getExternalCallMetrics,
  getExternalCalls,
  testExternalCall,
  type ExternalCalls,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const createExternalCallBindings = (calls: ExternalCalls): readonly Binding[] => [
  bind(contracts.getExternalCalls, ({ context, query }) => getExternalCalls(context, calls, query.period)),
  bind(contracts.getExternalCall, ({ context, params }) => getExternalCall(context, params.callId)),
  bind(contracts.createExternalCall, ({ context, body }) => createExternalCall(context, calls, body)),
  bind(contracts.changeExternalCall, ({ context, params, body }) =>
    changeExternalCall(context, calls, params.callId, body),
  ),
  bind(contracts.deleteExternalCall, ({ context, params, query }) =>
    deleteExternalCall(context, params.callId, query.version),
  ),
  bind(contracts.testExternalCall, ({ context, body }) => testExternalCall(context, calls, body)),
  bind(contracts.getExternalCallMetrics, ({ context, params, query }) =>
    getExternalCallMetrics(context, calls, params.callId, query.period),
  ),
];
