import { Input, Select } from '@fluentui/react-components';
import { putDataResidency, type DataResidency } from '@redoubt/contracts';
import { DESTINATION_KINDS, RESIDENCY_LIMITS, type DestinationKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { AdminTable } from '../../../shared/admin/AdminTable.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from '../data-residency.module.css';
import { useDataResidencyMutations } from '../data-residency.queries.ts';

const CHOSEN = { shouldDirty: true } as const;
const TYPED = { ...CHOSEN, shouldValidate: true } as const;
type Destination = DataResidency['own']['destinations'][number];

const codesOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** What an environment says: where data may leave to, and where destinations are. */
export const ResidencyForm = ({ detail }: { readonly detail: DataResidency }): ReactNode => {
  const { own, refused, version, canWrite, geography } = detail;
  const text = useText('dataResidency');
  const common = useText('common');
  const { put } = useDataResidencyMutations();
  const [codes, setCodes] = useState(() => (own.geographies ?? []).join(', '));
  const form = useWireForm({
    body: putDataResidency.body,
    values: { version, ...own },
    texts: {
      geographies: text('codeWrong'),
      'destinations.name': text('nameWrong'),
      'destinations.geography': text('codeWrong'),
    },
    blocked: put.isPending ? common('saving') : undefined,
    error: put.error,
    onSubmit: (body) => put.mutate(body),
  });
  const geographies = form.watch('geographies');
  const destinations = form.watch('destinations');
  // A new row is not wrong before its name is typed.
  const setDestinations = (next: readonly Destination[], how: typeof TYPED | typeof CHOSEN = CHOSEN): void =>
    form.setValue('destinations', [...next], how);
  const change = (index: number, part: Partial<Destination>): void =>
    setDestinations(
      destinations.map((each, at) => (at === index ? { ...each, ...part } : each)),
      TYPED,
    );
  const add = (kind: DestinationKind, name: string): void =>
    setDestinations([...destinations, { kind, name, geography: geography?.code ?? '' }]);
  const unregistered = refused.filter(
    ({ kind, name }) =>
      !destinations.some((each) => each.kind === kind && each.name.toLowerCase() === name.toLowerCase()),
  );
  return (
    <form className="stack-4" {...form.formProps}>
      <div className={styles.rule}>
        <WireField form={form} name="geographies" label={text('rule.label')} hint={text('rule.hint')}>
          <Select
            size="small"
            disabled={!canWrite}
            value={geographies === null ? 'anywhere' : 'restricted'}
            onChange={(_event, { value }) =>
              form.setValue('geographies', value === 'anywhere' ? null : codesOf(codes), TYPED)
            }
          >
            <option value="anywhere">{text('anywhere')}</option>
            <option value="restricted">
              {geography ? text('restrictedTo', { name: geography.friendlyName ?? geography.code }) : text('named')}
            </option>
          </Select>
        </WireField>
        {geographies === null ? null : (
          <WireField form={form} name="geographies" label={text('also')} hint={text('alsoHint')}>
            <Input
              size="small"
              className={styles.codes}
              autoComplete="off"
              spellCheck={false}
              readOnly={!canWrite}
              value={codes}
              onChange={(_event, { value }) => {
                setCodes(value);
                form.setValue('geographies', codesOf(value), TYPED);
              }}
            />
          </WireField>
        )}
      </div>
      {destinations.length === 0 ? (
        <p className="soft">{text('destinations.none')}</p>
      ) : (
        <AdminTable label={text('destinations.title')}>
          <thead>
            <tr>
              <th scope="col">{text('column.kind')}</th>
              <th scope="col">{text('column.name')}</th>
              <th scope="col">{text('column.geography')}</th>
              <th scope="col">
                <span className="visually-hidden">{text('remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {destinations.map(({ kind, name, geography: code }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows are known by their place alone
              <tr key={index} className={styles.destination}>
                <td>
                  <Select
                    size="small"
                    aria-label={text('column.kind')}
                    disabled={!canWrite}
                    value={kind}
                    onChange={(_event, { value }) =>
                      change(index, {
                        kind: value as DestinationKind,
                        ...(value === 'download' ? { name: '' } : {}),
                      })
                    }
                  >
                    {DESTINATION_KINDS.map((each) => (
                      <option key={each} value={each}>
                        {text(`kind.${each}`)}
                      </option>
                    ))}
                  </Select>
                </td>
                <td>
                  {kind === 'download' ? (
                    <span className="soft">{text('everyPerson')}</span>
                  ) : (
                    <WireField form={form} name={`destinations.${index}.name`}>
                      <Input
                        size="small"
                        className={styles.name}
                        aria-label={text('column.name')}
                        placeholder={text(`example.${kind}`)}
                        autoComplete="off"
                        spellCheck={false}
                        maxLength={RESIDENCY_LIMITS.name}
                        readOnly={!canWrite}
                        value={name}
                        onChange={(_event, { value }) => change(index, { name: value })}
                      />
                    </WireField>
                  )}
                </td>
                <td>
                  <WireField form={form} name={`destinations.${index}.geography`}>
                    <Input
                      size="small"
                      className={styles.geography}
                      aria-label={text('column.geography')}
                      autoComplete="off"
                      spellCheck={false}
                      maxLength={RESIDENCY_LIMITS.code}
                      readOnly={!canWrite}
                      value={code}
                      onChange={(_event, { value }) => change(index, { geography: value })}
                    />
                  </WireField>
                </td>
                <td>
                  {canWrite ? (
                    <CommandButton
                      command={{
                        id: `removeDestination-${index}`,
                        text: text('remove'),
                        onSelect: () => setDestinations(destinations.filter((_each, at) => at !== index)),
                      }}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      {unregistered.length === 0 ? null : (
        <div className="stack-2" role="status">
          <p>{text('refused')}</p>
          <div className="row-wrap">
            {unregistered.map(({ kind, name }) => (
              <CommandButton
                key={`${kind} ${name}`}
                appearance="outline"
                command={{
                  id: `register-${kind}-${name}`,
                  text: text('register', { name }),
                  disabledReason: canWrite ? undefined : text('readOnly'),
                  onSelect: () => add(kind, name),
                }}
              />
            ))}
          </div>
        </div>
      )}
      {put.error ? <ErrorState error={put.error} compact /> : null}
      {canWrite ? (
        <div className="row-wrap">
          <CommandButton
            appearance="outline"
            command={{
              id: 'addDestination',
              text: text('add'),
              disabledReason: destinations.length >= RESIDENCY_LIMITS.destinations ? text('full') : undefined,
              onSelect: () => add('host', ''),
            }}
          />
          <CommandButton
            primary
            type="submit"
            command={{
              id: 'saveResidency',
              text: common('action.save'),
              disabledReason: form.disabledReason ?? (form.isDirty ? undefined : text('unchanged')),
            }}
          />
        </div>
      ) : null}
    </form>
  );
};
