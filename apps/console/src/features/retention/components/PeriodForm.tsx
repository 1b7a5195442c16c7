import { Input, Select } from '@fluentui/react-components';
import { putRetention, type RetentionDetail, type RetentionPreview } from '@redoubt/contracts';
import type { RetentionKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from '../retention.module.css';
import { useRetentionMutations } from '../retention.queries.ts';
import { AdminTable } from '../../../shared/admin/AdminTable.tsx';

type Mode = 'inherit' | 'keep' | 'days';
type Kind = RetentionDetail['kinds'][number];
type InForce = Kind['inForce'];

const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const modeOf = (own: number | null | undefined): Mode =>
  own === undefined ? 'inherit' : own === null ? 'keep' : 'days';

const useInForceText = () => {
  const text = useText('retention');
  return ({ days, from }: InForce): string => {
    const kept = days === null ? text('forGood') : text('days', { count: days });
    return from === null ? kept : text('from', { kept, name: from.name });
  };
};

/** What would go now, of one kind. */
const DueCells = ({ due }: { readonly due: RetentionPreview['kinds'][number] | undefined }): ReactNode => {
  const formats = useFormats();
  if (due === undefined)
    return (
      <>
        <td />
        <td />
        <td />
      </>
    );
  return (
    <>
      <td className="text-right">{formats.number(due.stored)}</td>
      <td>{due.oldest === null ? '–' : <DateTimeText at={due.oldest} />}</td>
      <td className="text-right">
        {due.border === null ? '–' : `${formats.number(due.due)} · ${formats.bytes(due.dueBytes)}`}
      </td>
    </>
  );
};

/** How long each kind is kept. Nothing is saved that was not looked at before: what would go stands beside it. */
export const PeriodForm = ({ detail }: { readonly detail: RetentionDetail }): ReactNode => {
  const { kinds, own, version, canWrite, maxDays } = detail;
  const text = useText('retention');
  const common = useText('common');
  const formats = useFormats();
  const inForceText = useInForceText();
  const { put, preview } = useRetentionMutations();
  const [modes, setModes] = useState<Readonly<Record<string, Mode>>>(() =>
    Object.fromEntries(kinds.map(({ kind }) => [kind, modeOf(own[kind])])),
  );
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(kinds.map(({ kind }) => [kind, String(own[kind] ?? '')])),
  );
  const daysWrong = (kind: RetentionKind): string => {
    const { minDays = 1 } = kinds.find((each) => each.kind === kind) ?? {};
    return text('daysWrong', { least: formats.number(minDays), most: formats.number(maxDays) });
  };
  const form = useWireForm({
    body: putRetention.body,
    values: { version, periods: own },
    texts: {
      'periods.events': daysWrong('events'),
      'periods.notes': daysWrong('notes'),
      'periods.attachments': daysWrong('attachments'),
      'periods.refusedCalls': daysWrong('refusedCalls'),
      'periods.activity': daysWrong('activity'),
    },
    blocked: put.isPending ? common('saving') : undefined,
    error: put.error,
    onSubmit: (body) => put.mutate(body),
  });
  const choose = (kind: RetentionKind, mode: Mode, days: string): void => {
    setModes({ ...modes, [kind]: mode });
    setTyped({ ...typed, [kind]: days });
    preview.reset();
    const number = days.trim() === '' ? Number.NaN : Number(days);
    form.setValue(`periods.${kind}`, mode === 'inherit' ? undefined : mode === 'keep' ? null : number, TYPED);
  };
  const seen = preview.data;
  return (
    <form className="stack-4" {...form.formProps}>
      <AdminTable lines="short" label={text('periods.title')}>
        <thead>
          <tr>
            <th scope="col">{text('column.kind')}</th>
            <th scope="col">{text('column.keep')}</th>
            <th scope="col">{text('column.inForce')}</th>
            <th scope="col" className="text-right">
              {text('column.stored')}
            </th>
            <th scope="col">{text('column.oldest')}</th>
            <th scope="col" className="text-right">
              {text('column.due')}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, isChosenHere, inForce, inherited, minDays }) => (
            <tr key={kind}>
              <th scope="row" title={text(`about.${kind}`)}>
                {text(`kind.${kind}`)}
              </th>
              <td>
                {isChosenHere ? (
                  <WireField form={form} name={`periods.${kind}`}>
                    <div className={styles.choice}>
                      <Select
                        size="small"
                        aria-label={text('keepOf', { kind: text(`kind.${kind}`) })}
                        disabled={!canWrite}
                        value={modes[kind] ?? 'inherit'}
                        onChange={(_event, { value }) =>
                          choose(kind, value as Mode, value === 'days' ? typed[kind] || String(minDays) : '')
                        }
                      >
                        <option value="inherit">
                          {text(inherited.from === null ? 'notChosen' : 'inherit', { kept: inForceText(inherited) })}
                        </option>
                        <option value="keep">{text('forGood')}</option>
                        <option value="days">{text('forDays')}</option>
                      </Select>
                      {modes[kind] === 'days' ? (
                        <Input
                          size="small"
                          className={styles.days}
                          inputMode="numeric"
                          aria-label={text('daysOf', { kind: text(`kind.${kind}`) })}
                          readOnly={!canWrite}
                          value={typed[kind] ?? ''}
                          onChange={(_event, { value }) => choose(kind, 'days', value)}
                        />
                      ) : null}
                    </div>
                  </WireField>
                ) : (
                  <span className="soft">{text('atRoot')}</span>
                )}
              </td>
              <td>{inForceText(inForce)}</td>
              <DueCells due={seen?.kinds.find((each) => each.kind === kind)} />
            </tr>
          ))}
        </tbody>
      </AdminTable>
      <p className="soft" role="status">
        {seen
          ? text('preview.says', {
              environments: formats.number(seen.environments),
              held: formats.number(seen.heldEnvironments),
              holds: formats.number(seen.holds),
            })
          : text('preview.none')}
      </p>
      {preview.error ? <ErrorState error={preview.error} compact /> : null}
      {put.error ? <ErrorState error={put.error} compact /> : null}
      <div className="row-wrap">
        {canWrite ? (
          <CommandButton
            appearance="outline"
            command={{
              id: 'previewRetention',
              text: text('preview.action'),
              disabledReason: preview.isPending ? text('preview.busy') : form.disabledReason,
              onSelect: () => preview.mutate({ periods: form.getValues('periods') }),
            }}
          />
        ) : null}
        {canWrite ? (
          <CommandButton
            primary
            type="submit"
            command={{
              id: 'saveRetention',
              text: common('action.save'),
              disabledReason:
                form.disabledReason ?? (form.isDirty ? (seen ? undefined : text('preview.needed')) : text('unchanged')),
            }}
          />
        ) : null}
      </div>
    </form>
  );
};
