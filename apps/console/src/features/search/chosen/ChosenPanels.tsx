import { Field, Select } from '@fluentui/react-components';
import { getEventCases, type SearchRow } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { QueryState, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../../api/read.ts';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { AddToCase, caseTargetsOf } from '../../../shared/cases/AddToCase.tsx';
import { AddToList } from '../../../shared/lists/AddToList.tsx';
import type { AnyField, OwnFields } from '../../../shared/search/search-fields.ts';
import { useFieldText } from '../../../shared/search/use-field-text.ts';
import { valuesByField } from './chosen-values.ts';

export type ChosenPanelProps = {
  readonly what: 'list' | 'case';
  readonly rows: readonly SearchRow[];
  readonly own: OwnFields;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** Puts the values of one field of the chosen events into a list, each with the field and the first event that has it. */
const ChosenList = ({ rows, own, onDone, onClose }: ChosenPanelProps): ReactNode => {
  const text = useText('search');
  const lists = useText('lists');
  const graph = useText('graphExplorer');
  const formats = useFormats();
  const say = useFieldText(own);
  const [offered] = useState(() => valuesByField(rows, own));
  const [field, setField] = useState<AnyField>(offered[0]?.field ?? 'userId');
  const { values = [], eventIds = [] } = offered.find((each) => each.field === field) ?? {};
  const name = say.field(field);
  return (
    <AddToList
      title={lists('addRows.titleMany', { count: values.length })}
      parts={[
        { id: 'value', name: graph('column.value'), values },
        { id: 'kind', name: graph('panel.kind'), values: values.map(() => name) },
        { id: 'event', name: text('chosen.event'), values: eventIds },
      ]}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label={text('chosen.value')}>
        <Select value={field} onChange={(_event, { value }) => setField(value as AnyField)}>
          {offered.map((each) => (
            <option key={each.field} value={each.field}>
              {text('chosen.values', {
                count: each.values.length,
                formatted: formats.number(each.values.length),
                name: say.field(each.field),
              })}
            </option>
          ))}
        </Select>
      </Field>
    </AddToList>
  );
};

/** Adds the chosen events to a case: their ids as a note on one that waits, or cases of their own. */
const ChosenCase = ({ rows, onDone, onClose }: ChosenPanelProps): ReactNode => {
  const text = useText('search');
  const cases = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [given] = useState(rows);
  const eventType = given[0]?.eventType ?? '';
  const events = given.map(({ environmentId: eventEnvironmentId, eventId }) => ({ eventEnvironmentId, eventId }));
  const query = useQuery(read(call, getEventCases, { params: { environmentId }, body: { eventType, events } }));
  const lines = given.map(({ eventId, eventTime, decision, amount, currency }) =>
    [
      eventId,
      formats.dateTime(eventTime),
      ...(decision === null ? [] : [common(`decision.${decision}`)]),
      ...(amount === null ? [] : [formats.currency(amount, currency)]),
    ].join(', '),
  );
  const { waiting, without } = caseTargetsOf(query.data?.events ?? []);
  if (query.data && waiting.length + without.length > 0)
    return <AddToCase events={query.data.events} lines={lines} onDone={onDone} onClose={onClose} />;
  return (
    <SidePanel over title={cases('addTo.title')} onClose={onClose}>
      <QueryState query={query}>{() => <p className="m-0">{text('chosen.noCase')}</p>}</QueryState>
    </SidePanel>
  );
};

/** What is asked before something is done with the chosen events. */
export const ChosenPanel = (props: ChosenPanelProps): ReactNode =>
  props.what === 'list' ? <ChosenList {...props} /> : <ChosenCase {...props} />;
