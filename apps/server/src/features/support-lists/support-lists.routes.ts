import * as contracts from '@redoubt/contracts';
import {
  changeSupportEntries,
  downloadSupportList,
  getSupportEntries,
  getSupportLists,
  getSupportValue,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const supportListBindings: readonly Binding[] = [
  bind(contracts.getSupportLists, ({ context }) => getSupportLists(context)),
  bind(contracts.getSupportEntries, ({ context, params, query }) =>
    getSupportEntries(context, params.supportEntity, query),
  ),
  bind(contracts.changeSupportEntries, ({ context, params, body }) =>
    changeSupportEntries(context, params.supportEntity, body),
  ),
  bind(contracts.getSupportValue, ({ context, params, query }) =>
    getSupportValue(context, params.supportEntity, query.value),
  ),
  bind(contracts.downloadSupportList, ({ context, params }) => downloadSupportList(context, params.supportEntity)),
];
