import { Checkbox, Input } from '@fluentui/react-components';
import type { UploadDetail } from '@redoubt/contracts';
import type { Mapping } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, CommandButton, Section } from '@redoubt/ui';
import { useId, useState, type ReactNode } from 'react';
import { freeFields, unusedColumns, withSource, type MappingRow } from '../mapping-rows.ts';
import { MappingTable } from './MappingTable.tsx';
import { UnusedColumns } from './UnusedColumns.tsx';

/** A field that no column is called after: chosen or typed, then filled. */
const AddField = (props: {
  readonly fields: readonly string[];
  readonly onAdd: (field: string) => void;
}): ReactNode => {
  const { fields, onAdd } = props;
  const text = useText('uploads');
  const id = useId();
  const [field, setField] = useState('');
  const add = (): void => {
    if (field.trim() === '') return;
    onAdd(field.trim());
    setField('');
  };
  return (
    <div className="row-middle">
      <Input
        size="small"
        list={id}
        aria-label={text('mapping.addLabel')}
        placeholder={text('mapping.add')}
        value={field}
        onChange={(_event, { value }) => setField(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={id}>
        {fields.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <CommandButton
        appearance="outline"
        command={{ id: 'addField', text: text('mapping.addButton'), onSelect: add }}
      />
    </div>
  );
};

/** Which column, or which value, fills which field; may be changed until something is stored. */
export const MappingSection = (props: {
  readonly upload: UploadDetail;
  readonly mapping: Mapping;
  readonly rows: readonly MappingRow[];
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly onChange: (mapping: Mapping) => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onPropose: () => void;
  readonly onHeader: (hasHeader: boolean) => void;
}): ReactNode => {
  const { upload, mapping, rows, isDirty, isBusy, onChange, onSave, onDiscard, onPropose, onHeader } = props;
  const text = useText('uploads');
  const common = useText('common');
  const columns = upload.format?.columns ?? [];
  const mayMap = upload.actions.includes('map');
  const free = freeFields(upload.dataSet, mapping);
  return (
    <Section
      title={text('mapping.title')}
      meta={text('mapping.mapped', { count: mapping.length })}
      end={isDirty ? <Chip solid>{text('mapping.unsaved')}</Chip> : null}
    >
      {mayMap ? (
        <div className="row-wrap-middle mb-2">
          <Checkbox
            size="medium"
            label={text('mapping.header')}
            checked={upload.hasHeader}
            disabled={isBusy}
            onChange={(_event, { checked }) => onHeader(checked === true)}
          />
          <AddField fields={free} onAdd={(field) => onChange(withSource(mapping, field, { constant: '' }))} />
          <CommandButton
            appearance="outline"
            command={{ id: 'propose', text: text('mapping.propose'), onSelect: onPropose }}
          />
          <CommandButton
            appearance="outline"
            command={{
              id: 'saveMapping',
              text: text('mapping.save'),
              onSelect: onSave,
              disabledReason: isBusy ? common('saving') : isDirty ? undefined : text('mapping.unchanged'),
            }}
          />
          {isDirty ? (
            <CommandButton command={{ id: 'discard', text: text('mapping.discard'), onSelect: onDiscard }} />
          ) : null}
        </div>
      ) : null}
      <MappingTable
        rows={rows}
        columns={columns}
        firstRow={upload.firstRows[0]}
        isReadable={!upload.isMasked}
        onChange={mayMap ? (field, source) => onChange(withSource(mapping, field, source)) : undefined}
      />
      {mayMap ? (
        <UnusedColumns
          columns={unusedColumns(mapping, columns)}
          fields={free}
          onMap={(field, column) => onChange(withSource(mapping, field, { column }))}
        />
      ) : null}
    </Section>
  );
};
