import { DocumentCopyRegular } from '@fluentui/react-icons';
import type { RuleFamily } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import { lazyPanel, usePreload } from '../../../routes/lazy-component.tsx';

const ChooseTemplate = lazyPanel(
  async () => (await import('../../../shared/templates/ChooseTemplate.tsx')).ChooseTemplate,
);

/** Offers those who may write a rule to begin with a template: the command, and what it opens. */
export const useTemplateChoice = (
  canWrite: boolean,
  family: RuleFamily,
  branch: string | undefined,
): { readonly commands: readonly Command[]; readonly panel: ReactNode } => {
  const text = useText('ruleTemplates');
  const { assessment } = useRulePlace();
  const may = useMay();
  usePreload(ChooseTemplate);
  const [isOpen, setOpen] = useState(false);
  return {
    commands:
      canWrite && may('ruleTemplates:read')
        ? [
            {
              id: 'template',
              text: text('fromTemplate'),
              icon: DocumentCopyRegular,
              pressed: isOpen,
              onSelect: () => setOpen(!isOpen),
            },
          ]
        : [],
    panel: isOpen ? (
      <ChooseTemplate assessment={assessment} family={family} branch={branch} onClose={() => setOpen(false)} />
    ) : null,
  };
};
