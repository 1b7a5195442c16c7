import { Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import type { BoosterDetail } from '@redoubt/contracts';
import { BOOSTER_NETWORKS, MAX_BOOSTER_CONNECTORS, MAX_BOOSTER_NAME, type BoosterNetwork } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../booster.module.css';

/** A connector as it is typed. */
export type TypedConnector = {
  readonly key: number;
  readonly name: string;
  readonly callId: string;
  /** Entries with commas or blanks between them. */
  readonly bins: string;
  readonly networks: readonly BoosterNetwork[];
};

type WiredConnector = {
  readonly name: string;
  readonly callId: string;
  readonly bins: string[];
  readonly networks: BoosterNetwork[];
};

export const typedConnectors = (connectors: readonly WiredConnector[]): readonly TypedConnector[] =>
  connectors.map(({ bins, ...connector }, key) => ({ ...connector, key, bins: bins.join(', ') }));

export const wiredConnectors = (rows: readonly TypedConnector[]): WiredConnector[] =>
  rows.map(({ name, callId, bins, networks }) => ({
    name,
    callId,
    bins: bins.split(/[\s,;]+/).filter((each) => each !== ''),
    networks: [...networks],
  }));

type RowProps = {
  readonly row: TypedConnector;
  readonly calls: BoosterDetail['calls'];
  readonly canWrite: boolean;
  readonly onChange: (row: TypedConnector) => void;
  readonly onRemove: () => void;
};

const ConnectorRow = ({ row, calls, canWrite, onChange, onRemove }: RowProps): ReactNode => {
  const text = useText('booster');
  const call = calls.find(({ id }) => id === row.callId);
  const unknown = call?.unknownParameters ?? [];
  const name = row.name === '' ? text('connectors.unnamed') : row.name;
  return (
    <fieldset className={styles.connector} disabled={!canWrite} aria-label={name}>
      <Field size="small" label={text('connectors.name')}>
        <Input
          size="small"
          maxLength={MAX_BOOSTER_NAME}
          value={row.name}
          onChange={(_event, { value }) => onChange({ ...row, name: value })}
        />
      </Field>
      <Field size="small" label={text('connectors.call')}>
        <Select size="small" value={row.callId} onChange={(_event, { value }) => onChange({ ...row, callId: value })}>
          {call === undefined ? <option value={row.callId}>{text('connectors.choose')}</option> : null}
          {calls.map(({ id, name: callName }) => (
            <option key={id} value={id}>
              {callName}
            </option>
          ))}
        </Select>
      </Field>
      <Field size="small" label={text('connectors.bins')}>
        <Input
          size="small"
          placeholder="411111, 510000-510099"
          value={row.bins}
          onChange={(_event, { value }) => onChange({ ...row, bins: value })}
        />
      </Field>
      <div className="row-wrap" role="group" aria-label={text('connectors.networks')}>
        {BOOSTER_NETWORKS.map((network) => (
          <Checkbox
            key={network}
            label={network}
            checked={row.networks.includes(network)}
            onChange={(_event, { checked }) =>
              onChange({
                ...row,
                networks: BOOSTER_NETWORKS.filter((each) =>
                  each === network ? checked === true : row.networks.includes(each),
                ),
              })
            }
          />
        ))}
      </div>
      {canWrite ? (
        <CommandButton
          command={{
            id: `remove-${row.key}`,
            text: text('connectors.remove', { name }),
            icon: DeleteRegular,
            onSelect: onRemove,
          }}
        />
      ) : null}
      {unknown.length === 0 ? null : (
        <p className="soft">{text('connectors.unknown', { names: unknown.join(', ') })}</p>
      )}
    </fieldset>
  );
};

/** Issuers and networks that take part: who, by which call, and for which cards. */
export const ConnectorRows = ({
  form,
  rows,
  calls,
  canWrite,
  onChange,
}: {
  readonly form: { readonly problemAt: (path: 'connectors') => string | undefined };
  readonly rows: readonly TypedConnector[];
  readonly calls: BoosterDetail['calls'];
  readonly canWrite: boolean;
  readonly onChange: (rows: readonly TypedConnector[]) => void;
}): ReactNode => {
  const text = useText('booster');
  const problem = form.problemAt('connectors');
  const add = (): void => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, name: '', callId: calls[0]?.id ?? '', bins: '', networks: [] }]);
  };
  return (
    <div className="stack-2">
      {rows.length === 0 ? <p className="soft">{text('connectors.none')}</p> : null}
      {rows.map((row) => (
        <ConnectorRow
          key={row.key}
          row={row}
          calls={calls}
          canWrite={canWrite}
          onChange={(changed) => onChange(rows.map((each) => (each.key === row.key ? changed : each)))}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <div className="row-wrap">
        {canWrite ? (
          <CommandButton
            command={{
              id: 'addConnector',
              text: text('connectors.add'),
              icon: AddRegular,
              disabledReason:
                calls.length === 0
                  ? text('noCalls')
                  : rows.length >= MAX_BOOSTER_CONNECTORS
                    ? text('connectors.most', { count: MAX_BOOSTER_CONNECTORS })
                    : undefined,
              onSelect: add,
            }}
          />
        ) : null}
        <Link href="/data/externalcalls">{text('connectors.toCalls')}</Link>
      </div>
    </div>
  );
};
