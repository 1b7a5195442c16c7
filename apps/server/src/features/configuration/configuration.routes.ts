import * as contracts from '@redoubt/contracts';
import { importFiles, type ExternalCalls } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const createConfigurationBindings = (calls: ExternalCalls): readonly Binding[] => [
  bind(contracts.importConfiguration, ({ context, body: { note: _note, ...body } }) =>
    importFiles(context, calls, body),
  ),
];
