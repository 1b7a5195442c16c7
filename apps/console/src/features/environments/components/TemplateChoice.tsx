import { Field, Select } from '@fluentui/react-components';
import { type createManagedEnvironment, environmentTemplateFile, type BodyIn } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { environmentTemplatesQuery } from '../../../shared/environment-templates/environment-templates.queries.ts';

type Template = NonNullable<BodyIn<typeof createManagedEnvironment>['template']>;

const EMPTY = '';
const FILE = 'file';

/** What the new environment starts with: nothing, a template of the library, or one in a file. */
export const TemplateChoice = (props: {
  /** Null for a root, which may use what can be used here. */
  readonly parentId: string | null;
  /** The template of the library that the form begins with. */
  readonly first: string | undefined;
  readonly problem: string | undefined;
  readonly onChange: (template: Template | null) => void;
}): ReactNode => {
  const { parentId, first, problem, onChange } = props;
  const text = useText('environments');
  const call = useCall();
  const { id } = useEnvironment();
  const { data } = useQuery(environmentTemplatesQuery(call, parentId ?? id));
  const upload = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(first ?? EMPTY);
  const [file, setFile] = useState<{ readonly name: string; readonly isRead: boolean } | null>(null);
  const choose = (value: string): void => {
    setChosen(value);
    if (value === FILE) {
      onChange(null);
      upload.current?.click();
    } else {
      setFile(null);
      onChange(value === EMPTY ? null : { kind: 'library', templateId: value });
    }
  };
  const take = async (picked: File): Promise<void> => {
    const content = await picked
      .text()
      .then((json): unknown => JSON.parse(json))
      .catch(() => null);
    const read = environmentTemplateFile.safeParse(content);
    setFile({ name: picked.name, isRead: read.success });
    onChange(read.success ? { kind: 'file', file: read.data } : null);
  };
  const wrong = file?.isRead === false ? text('form.fileWrong', { name: file.name }) : problem;
  return (
    <Field
      size="small"
      label={text('field.template')}
      hint={file?.isRead ? text('form.fileRead', { name: file.name }) : text('form.templateHint')}
      {...(wrong === undefined ? {} : { validationMessage: wrong })}
    >
      <Select size="small" value={chosen} onChange={(_event, { value }) => choose(value)}>
        <option value={EMPTY}>{text('form.empty')}</option>
        {data?.templates.map(({ id: templateId, name, inheritedFrom }) => (
          <option key={templateId} value={templateId}>
            {inheritedFrom === null ? name : text('form.templateOf', { name, owner: inheritedFrom })}
          </option>
        ))}
        <option value={FILE}>{text('form.fromFile')}</option>
      </Select>
      <input
        ref={upload}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label={text('form.fromFile')}
        onChange={({ currentTarget }) => {
          const [picked] = currentTarget.files ?? [];
          if (picked) void take(picked);
          currentTarget.value = '';
        }}
      />
    </Field>
  );
};
