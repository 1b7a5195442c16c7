import { Field, Select, Textarea } from '@fluentui/react-components';
import type { CustomFieldInput } from '@redoubt/contracts';
import { ASSESSMENTS, type BuiltInAssessment } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, joinClasses } from '@redoubt/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { trafficQuery } from '../../../shared/assessments/assessments.queries.ts';
import styles from '../assessments.module.css';
import { freshFields, readExample, type StandardSchema } from './fresh-fields.ts';

export type FieldSourcesProps = {
  readonly standard: StandardSchema;
  readonly fields: readonly CustomFieldInput[];
  readonly onAdd: (fields: readonly CustomFieldInput[]) => void;
};

/** Where fields come from without typing each: events that were received, or a body that is pasted. */
export const FieldSources = ({ standard, fields, onAdd }: FieldSourcesProps): ReactNode => {
  const text = useText('assessments');
  const routes = useText('routes');
  const call = useCall();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const { id: environmentId } = useEnvironment();
  const [source, setSource] = useState<BuiltInAssessment>('purchase');
  const [pasted, setPasted] = useState<string | null>(null);
  /** What the last look for fields came to. */
  const [said, setSaid] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const add = (seen: Parameters<typeof freshFields>[0]): void => {
    const fresh = freshFields(seen, standard, fields);
    setSaid(
      fresh.length > 0
        ? text('source.added', { count: fresh.length })
        : seen.length === 0
          ? text('source.noEvents')
          : text('source.nothing'),
    );
    onAdd(fresh);
  };
  const propose = async (): Promise<void> => {
    try {
      add((await client.fetchQuery(trafficQuery(call, environmentId, source))).fields);
    } catch (error) {
      notifyFailure(error);
    }
  };
  const read = pasted === null || pasted.trim() === '' ? null : readExample(pasted);
  const reason = read !== null && 'reason' in read ? text('source.notJson', { reason: read.reason }) : undefined;
  return (
    <>
      <div className={joinClasses(styles.row, styles.atEnd)}>
        <Field label={text('propose.from')} size="small">
          <Select size="small" value={source} onChange={(_event, { value }) => setSource(value as BuiltInAssessment)}>
            {ASSESSMENTS.map((each) => (
              <option key={each} value={each}>
                {routes(`${each}.title`)}
              </option>
            ))}
          </Select>
        </Field>
        <CommandButton command={{ id: 'propose', text: text('propose.do'), onSelect: () => void propose() }} />
        <CommandButton
          command={{
            id: 'paste',
            text: text('source.paste'),
            pressed: pasted !== null,
            onSelect: () => setPasted(pasted === null ? '' : null),
          }}
        />
      </div>
      <p className="soft" role="status">
        {said}
      </p>
      {pasted === null ? null : (
        <div className="stack-3 prose pt-3">
          <Field
            label={text('source.body')}
            size="small"
            {...(reason === undefined || !left ? {} : { validationMessage: reason })}
          >
            <Textarea
              size="small"
              rows={8}
              value={pasted}
              textarea={{ spellCheck: false, className: styles.mono ?? '' }}
              onChange={(_event, { value }) => setPasted(value)}
              onBlur={() => setLeft(true)}
            />
          </Field>
          <div>
            <CommandButton
              command={{
                id: 'take-pasted',
                text: text('source.take'),
                disabledReason: read === null ? text('source.empty') : reason,
                onSelect: () => {
                  if (read === null || !('seen' in read)) return;
                  add(read.seen);
                  setPasted(null);
                },
              }}
            />
          </div>
        </div>
      )}
    </>
  );
};
