import { AddRegular, ArrowDownloadRegular } from '@fluentui/react-icons';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, SidePanel, type Command } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { NamingFields } from '../../../shared/forms/NamingFields.tsx';
import { deleteCommand } from '../../../shared/list-page/common-commands.ts';
import { TEMPLATE_LENGTHS, useTemplateForm } from '../../../shared/templates/use-template-form.ts';

type Named = { readonly name: string; readonly description: string };
type Versioned = { readonly id: string; readonly version: string };

type Write<Input, Result> = {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly mutate: (input: Input, then: { readonly onSuccess: (result: Result) => void }) => void;
};

type TemplateFrameProps = {
  readonly template: Versioned & Named & { readonly inheritedFrom: string | null };
  /** Whether it is managed here; one of an ancestor is only used. */
  readonly canWrite: boolean;
  readonly rename: Write<Versioned & Named, Named>;
  readonly remove: Write<Versioned, unknown>;
  /** What stays after it was deleted. */
  readonly deleteBody: string;
  /** Starts something with it; null for a person who may not. */
  readonly use: Pick<Command, 'text' | 'onSelect'> | null;
  /** Absent while the file is on its way. */
  readonly onExport: (() => void) | undefined;
  readonly onClose: () => void;
  /** What it holds. */
  readonly children: ReactNode;
};

/** The panel of a template: its use, its file, its deletion, its name and description to change where it is managed here. */
export const TemplateFrame = (props: TemplateFrameProps): ReactNode => {
  const { template, canWrite, rename, remove, deleteBody, use, onExport, onClose, children } = props;
  const { id, version, inheritedFrom } = template;
  const text = useText('ruleTemplates');
  const common = useText('common');
  const provided = useProvidedNames();
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
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
    onClose();
  };
  return (
    <SidePanel
      title={name}
      onClose={onClose}
      footer={
        <>
          {use ? <CommandButton primary command={{ id: 'use', icon: AddRegular, ...use }} /> : null}
          <CommandButton
            appearance="outline"
            command={{ id: 'export', text: text('export'), icon: ArrowDownloadRegular, onSelect: onExport }}
          />
          {canWrite ? (
            <CommandButton
              command={deleteCommand({ text: common('action.delete'), onSelect: () => setAsking(true) })}
            />
          ) : null}
        </>
      }
    >
      {isAsking ? (
        <ConfirmPanel
          title={text('deleteQuestion', { name })}
          confirmText={common('action.delete')}
          busy={remove.isPending}
          onCancel={() => setAsking(false)}
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
      {children}
    </SidePanel>
  );
};
