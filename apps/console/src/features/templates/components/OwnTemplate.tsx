import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { NamingFields } from '../../../shared/forms/NamingFields.tsx';
import { TEMPLATE_LENGTHS, useTemplateForm } from '../../../shared/templates/use-template-form.ts';

type Named = { readonly name: string; readonly description: string };
type Versioned = { readonly id: string; readonly version: string };

type Write<Input, Result> = {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly mutate: (input: Input, then: { readonly onSuccess: (result: Result) => void }) => void;
};

export type OwnTemplateProps = {
  readonly template: Versioned & Named & { readonly inheritedFrom: string | null };
  /** Whether it is managed here; one of an ancestor is only used. */
  readonly canWrite: boolean;
  readonly rename: Write<Versioned & Named, Named>;
  readonly remove: Write<Versioned, unknown>;
  /** What stays after it was deleted. */
  readonly deleteBody: string;
  readonly isAskingToDelete: boolean;
  readonly onAnswered: () => void;
  readonly onDeleted: () => void;
};

/** Name and description of a template, to change where it is managed here, and the question before it is deleted. */
export const OwnTemplate = (props: OwnTemplateProps): ReactNode => {
  const { template, canWrite, rename, remove, deleteBody, isAskingToDelete, onAnswered, onDeleted } = props;
  const { id, version, inheritedFrom } = template;
  const text = useText('ruleTemplates');
  const common = useText('common');
  const provided = useProvidedNames();
  const notify = useNotify();
  const name = provided.shown(template.name);
  const form = useTemplateForm({
    first: template,
    mustDiffer: true,
    write: rename,
    onSubmit: (named) =>
      rename.mutate(
        { id, version, ...named },
        { onSuccess: (saved) => notify({ severity: 'Success', title: text('saved', { name: saved.name }) }) },
      ),
  });
  const failure = (form.isToldAtField ? null : rename.error) ?? remove.error;
  const deleted = (): void => {
    notify({ severity: 'Success', title: text('deleted', { name }) });
    onDeleted();
  };
  return (
    <>
      {isAskingToDelete ? (
        <ConfirmPanel
          title={text('deleteQuestion', { name })}
          confirmText={common('action.delete')}
          busy={remove.isPending}
          onCancel={onAnswered}
          onConfirm={() => remove.mutate({ id, version }, { onSuccess: deleted })}
        >
          {deleteBody}
        </ConfirmPanel>
      ) : null}
      {failure ? <ErrorState compact error={failure} /> : null}
      {canWrite ? (
        <form className="stack-3" {...form.formProps}>
          <NamingFields
            form={form}
            labels={{ name: text('name'), description: text('description') }}
            most={TEMPLATE_LENGTHS}
          />
          <div>
            <CommandButton
              appearance="outline"
              type="submit"
              command={{ id: 'save', text: common('action.save'), disabledReason: form.disabledReason }}
            />
          </div>
        </form>
      ) : (
        <div className="stack gap-1 mt-3 quiet">
          {inheritedFrom === null ? null : (
            <span className="muted">{text('notManaged', { owner: inheritedFrom })}</span>
          )}
          <span>{provided.shown(template.description)}</span>
        </div>
      )}
    </>
  );
};
