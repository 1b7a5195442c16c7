import { renameRuleTemplate } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useWireForm } from '../forms/use-wire-form.ts';

type Naming = { readonly name: string; readonly description: string };

type TemplateFormOptions = {
  /** As stored: names that came with the product are shown in the language of the reader. */
  readonly first: Naming;
  /** Whether it is sent only when it differs. */
  readonly mustDiffer: boolean;
  readonly write: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (named: Naming) => void;
  readonly onEscape?: () => void;
};

const naming = renameRuleTemplate.body.omit({ version: true });

/** The form that names and describes a template. */
export const useTemplateForm = ({ first, mustDiffer, write, onSubmit, ...leave }: TemplateFormOptions) => {
  const text = useText('ruleTemplates');
  const common = useText('common');
  const provided = useProvidedNames();
  const stored = ({ name, description }: Naming): Naming => ({
    name: provided.stored(name.trim(), first.name),
    description: provided.stored(description.trim(), first.description),
  });
  const differs = (typed: Naming): boolean => {
    const { name, description } = stored(typed);
    return name !== first.name || description !== first.description;
  };
  return useWireForm({
    body: mustDiffer ? naming.refine(differs, text('nothingChanged')) : naming,
    values: { name: provided.shown(first.name), description: provided.shown(first.description) },
    texts: { name: text('nameRequired') },
    blocked: write.isPending ? common('saving') : undefined,
    error: write.error,
    fieldOf: { 'TEMPLATE-NAME-INVALID': 'name', 'TEMPLATE-NAME-TAKEN': 'name' },
    onSubmit: (typed) => onSubmit(stored(typed)),
    ...leave,
  });
};

/** Longest name and description of a template. */
export const TEMPLATE_LENGTHS = { name: 120, description: 2000 } as const;
