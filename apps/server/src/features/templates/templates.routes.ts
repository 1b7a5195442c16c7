import * as contracts from '@redoubt/contracts';
import {
  createRuleTemplate,
  deleteRuleTemplate,
  getRuleTemplate,
  getRuleTemplates,
  importRuleTemplate,
  renameRuleTemplate,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const templateBindings: readonly Binding[] = [
  bind(contracts.getRuleTemplates, ({ context }) => getRuleTemplates(context)),
  bind(contracts.getRuleTemplate, ({ context, params }) => getRuleTemplate(context, params.templateId)),
  bind(contracts.createRuleTemplate, ({ context, body }) => createRuleTemplate(context, body)),
  bind(contracts.importRuleTemplate, ({ context, body }) => importRuleTemplate(context, body.file)),
  bind(contracts.renameRuleTemplate, ({ context, params, body }) =>
    renameRuleTemplate(context, params.templateId, body),
  ),
  bind(contracts.deleteRuleTemplate, async ({ context, params, query }) => {
    await deleteRuleTemplate(context, params.templateId, query.version);
  }),
];
