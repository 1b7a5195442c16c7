import type { BodyIn, BoosterPreview, previewBooster } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, ErrorState, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useBoosterMutations } from '../booster.queries.ts';
import { AdminTable } from '../../../shared/admin/AdminTable.tsx';

const Shown = ({ preview }: { readonly preview: BoosterPreview }): ReactNode => {
  const text = useText('booster');
  const common = useText('common');
  const formats = useFormats();
  const { purchase, connector, fields } = preview;
  if (purchase === null) return <p className="soft">{text('preview.none')}</p>;
  const shown = (value: (typeof fields)[number]['value']): string =>
    value === null
      ? '–'
      : typeof value === 'boolean'
        ? common(value ? 'value.yes' : 'value.no')
        : typeof value === 'number'
          ? formats.number(value)
          : value;
  return (
    <div className="stack-2">
      <p role="status">
        {connector === null ? text('preview.noConnector') : text('preview.to', { name: connector })}{' '}
        <code className="anywhere">{purchase.eventId}</code> <DateTimeText at={purchase.receivedAt} />
      </p>
      <AdminTable label={text('preview.title')}>
        <thead>
          <tr>
            <th scope="col">{text('preview.field')}</th>
            <th scope="col">{text('preview.value')}</th>
            <th scope="col">{text('preview.kind')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, value, isRaw, isMasked }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className="anywhere">
                {shown(value)}{' '}
                {isMasked ? <ToneChip tone="neutral" appearance="plain" text={text('preview.masked')} /> : null}
              </td>
              <td>{text(isRaw ? 'preview.isRaw' : 'preview.isStandard')}</td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
    </div>
  );
};

/** What would be sent of the newest approved purchase, as the form stands now. */
export const PreviewPart = ({
  attributes,
  connectors,
  isWrong,
}: BodyIn<typeof previewBooster> & { readonly isWrong: boolean }): ReactNode => {
  const text = useText('booster');
  const { preview } = useBoosterMutations();
  return (
    <div className="stack-2">
      <div className="row-wrap">
        <CommandButton
          appearance="outline"
          command={{
            id: 'previewBooster',
            text: text('preview.action'),
            disabledReason: preview.isPending ? text('preview.busy') : isWrong ? text('preview.wrong') : undefined,
            onSelect: () => preview.mutate({ attributes, connectors }),
          }}
        />
      </div>
      {preview.error ? <ErrorState error={preview.error} compact /> : null}
      {preview.data ? <Shown preview={preview.data} /> : null}
    </div>
  );
};
