import { Checkbox, Input, Select } from '@fluentui/react-components';
import { alertText, type AlertRow, type AlertTargets, type AlertText } from '@redoubt/contracts';
import {
  ALERT_CONDITIONS,
  ALERT_FIGURE_FACTS,
  ALERT_NOTIFIED,
  ALERT_SEVERITIES,
  ALERT_WINDOWS_IN_A_ROW,
  alertProblem,
  DECISIONS,
  DEFAULT_SILENCE_HOURS,
  LEAST_UNUSUAL_MINUTES,
  MAX_ALERT_NAME,
  MAX_SILENCE_HOURS,
  type AlertCondition,
  type AlertFigure,
  type AlertSubject,
  type Decision,
} from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Loading, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { MessageFields, ThresholdField, WindowField } from '../../../shared/alerts/AlertFields.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { alertTargetsQuery, useAlertMutations } from '../../../shared/alerts/alerts.queries.ts';
import { useAlertTexts } from '../use-alert-texts.ts';
import { DecisionOptions } from '../../../shared/forms/options.tsx';
import { AlertPreview } from './AlertPreview.tsx';

/** What a chart says of a new alert. */
type Given = {
  readonly figure?: AlertFigure | undefined;
  readonly target?: string | undefined;
  readonly decision?: Decision | undefined;
  readonly window?: number | undefined;
  readonly condition?: AlertCondition | undefined;
  readonly threshold?: number | undefined;
  readonly children?: 'no' | undefined;
};

type AlertFormProps = {
  /** Null for a new one. */
  readonly alert: AlertRow | null;
  readonly given: Given;
  readonly onClose: () => void;
  readonly onSaved: (alert: AlertRow) => void;
};

const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const FIRST_WINDOW = 15;

const idsOf = (targets: AlertTargets, subject: AlertSubject): readonly string[] => {
  if (subject === 'api') return targets.paths;
  const of = {
    assessment: targets.assessments,
    rule: targets.rules,
    externalCall: targets.calls,
    queue: targets.queues,
    search: targets.searches,
  }[subject];
  return of.map(({ id }) => id);
};

/** Whether all of a kind can be watched together. */
const hasAll = (subject: AlertSubject): boolean => subject === 'api' || subject === 'queue';

const windowsOf = (figure: AlertFigure, condition: AlertCondition): readonly number[] =>
  ALERT_FIGURE_FACTS[figure].windows.filter((each) => condition !== 'unusual' || each >= LEAST_UNUSUAL_MINUTES);

const fitting = (windows: readonly number[], wanted: number): number =>
  windows.includes(wanted) ? wanted : (windows[0] ?? FIRST_WINDOW);

const valuesOf = (alert: AlertRow | null, given: Given, targets: AlertTargets): AlertText => {
  if (alert !== null) {
    const { name, figure, target, decision, includeChildren, windowMinutes, condition, threshold, row } = alert;
    const { severity, notified, webhookUrl, silenceHours } = alert;
    const series = { figure, target, decision, includeChildren, windowMinutes, condition, threshold, row };
    return { ...series, name, severity, notified, webhookUrl, silenceHours };
  }
  const figure = given.figure ?? targets.figures[0] ?? 'events';
  const { subject, hasDecision } = ALERT_FIGURE_FACTS[figure];
  const condition = given.condition ?? (given.threshold === undefined ? 'unusual' : 'above');
  return {
    name: '',
    figure,
    target: given.target ?? (hasAll(subject) ? null : (idsOf(targets, subject)[0] ?? null)),
    decision: hasDecision ? (given.decision ?? 'Reject') : null,
    includeChildren: given.children !== 'no',
    windowMinutes: fitting(windowsOf(figure, condition), given.window ?? FIRST_WINDOW),
    condition,
    threshold: condition === 'unusual' ? null : (given.threshold ?? Number.NaN),
    row: 1,
    severity: 'Warning',
    notified: 'roles',
    webhookUrl: null,
    silenceHours: DEFAULT_SILENCE_HOURS,
  };
};

const Fields = (props: AlertFormProps & { readonly targets: AlertTargets }): ReactNode => {
  const { alert, given, targets, onClose, onSaved } = props;
  const text = useText('alerts');
  const common = useText('common');
  const formats = useFormats();
  const texts = useAlertTexts();
  const { create, change } = useAlertMutations();
  const write = alert === null ? create : change;
  // The list is read again while people type: what they change is what the form began with.
  const [first] = useState(() => valuesOf(alert, given, targets));
  const [version] = useState(alert?.version ?? '');
  const [typed, setTyped] = useState(Number.isFinite(first.threshold ?? Number.NaN) ? String(first.threshold) : '');
  const form = useWireForm({
    body: alertText,
    values: first,
    texts: {
      name: text('nameNeeded'),
      target: text('targetNeeded'),
      decision: text('decisionNeeded'),
      windowMinutes: text('windowWrong'),
      threshold: text('thresholdWrong'),
      webhookUrl: text('webhookWrong'),
      silenceHours: text('silenceWrong', { most: formats.number(MAX_SILENCE_HOURS) }),
    },
    blocked: write.isPending ? common('saving') : undefined,
    error: write.error,
    fieldOf: {
      'ALERT-NAME-INVALID': 'name',
      'ALERT-NAME-TAKEN': 'name',
      'ALERT-TARGET': 'target',
      'ALERT-URL': 'webhookUrl',
      'ALERT-SEARCH-WINDOW': 'windowMinutes',
    },
    onSubmit: (body) => {
      if (alert === null) create.mutate(body, { onSuccess: onSaved });
      else change.mutate({ id: alert.id, version, ...body }, { onSuccess: onSaved });
    },
  });
  const watched = form.watch();
  const { figure, target, decision, condition, windowMinutes, threshold, row, includeChildren } = watched;
  const { subject, hasDecision, unit } = ALERT_FIGURE_FACTS[figure];
  const ids = idsOf(targets, subject);
  const namesOf = new Map(
    [...targets.assessments, ...targets.rules, ...targets.calls, ...targets.queues, ...targets.searches].map(
      ({ id, name }) => [id, name] as const,
    ),
  );
  const series = { figure, target, decision, condition, windowMinutes, threshold, row, includeChildren };
  const isComplete = alertProblem(series) === undefined && !Number.isNaN(threshold);
  const setWindows = (of: AlertFigure, when: AlertCondition): void =>
    form.setValue('windowMinutes', fitting(windowsOf(of, when), windowMinutes), TYPED);
  const chooseFigure = (chosen: AlertFigure): void => {
    const facts = ALERT_FIGURE_FACTS[chosen];
    form.setValue('figure', chosen, TYPED);
    form.setValue('decision', facts.hasDecision ? (decision ?? 'Reject') : null, TYPED);
    if (facts.subject !== subject)
      form.setValue('target', hasAll(facts.subject) ? null : (idsOf(targets, facts.subject)[0] ?? null), TYPED);
    setWindows(chosen, condition);
  };
  const chooseCondition = (chosen: AlertCondition): void => {
    form.setValue('condition', chosen, TYPED);
    form.setValue('threshold', chosen === 'unusual' ? null : typedNumber(typed), { shouldDirty: true });
    setWindows(figure, chosen);
  };
  return (
    <FormPanel
      title={alert === null ? text('new') : alert.name}
      onClose={onClose}
      form={form}
      action={common('action.save')}
      error={write.error}
    >
      <WireField form={form} name="name" label={text('name')}>
        <Input size="small" data-autofocus maxLength={MAX_ALERT_NAME} {...form.register('name')} />
      </WireField>
      <WireField form={form} name="figure" label={text('what')}>
        <Select
          size="small"
          value={figure}
          onChange={(_event, { value }) => chooseFigure(targets.figures.find((each) => each === value) ?? figure)}
        >
          {targets.figures.map((each) => (
            <option key={each} value={each}>
              {text(`figure.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField
        form={form}
        name="target"
        label={text(`subject.${subject}`)}
        {...(subject === 'search' ? { hint: text('search.hint') } : {})}
      >
        <Select
          size="small"
          value={target ?? ''}
          onChange={(_event, { value }) => form.setValue('target', value === '' ? null : value, TYPED)}
        >
          {hasAll(subject) || target === null ? (
            <option value="">{hasAll(subject) ? text(`all.${subject}`) : text('targetNeeded')}</option>
          ) : null}
          {target === null || ids.includes(target) ? null : <option value={target}>{target}</option>}
          {ids.map((id) => (
            <option key={id} value={id}>
              {texts.target({ figure, target: id, decision, targetName: namesOf.get(id) ?? id })}
            </option>
          ))}
        </Select>
      </WireField>
      {hasDecision ? (
        <WireField form={form} name="decision" label={text('decision')}>
          <Select
            size="small"
            value={decision ?? ''}
            onChange={(_event, { value }) =>
              form.setValue('decision', DECISIONS.find((each) => each === value) ?? null, TYPED)
            }
          >
            <DecisionOptions />
          </Select>
        </WireField>
      ) : null}
      {subject === 'assessment' || subject === 'rule' || subject === 'api' ? (
        <Checkbox
          label={text('children')}
          checked={includeChildren}
          onChange={(_event, { checked }) => form.setValue('includeChildren', checked === true, TYPED)}
        />
      ) : null}
      <WireField form={form} name="condition" label={text('condition')}>
        <Select
          size="small"
          value={condition}
          onChange={(_event, { value }) =>
            chooseCondition(ALERT_CONDITIONS.find((each) => each === value) ?? condition)
          }
        >
          {ALERT_CONDITIONS.map((each) => (
            <option key={each} value={each}>
              {text(`conditionOf.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      {condition === 'unusual' ? null : (
        <ThresholdField
          form={form}
          label={`${text('threshold')} ${UNIT_SIGNS[unit]}`.trim()}
          typed={typed}
          onType={setTyped}
        />
      )}
      <WindowField form={form} label={text('window')} windows={windowsOf(figure, condition)} />
      <WireField form={form} name="row" label={text('row')}>
        <Select
          size="small"
          value={String(row)}
          onChange={(_event, { value }) => form.setValue('row', Number(value), TYPED)}
        >
          {ALERT_WINDOWS_IN_A_ROW.map((each) => (
            <option key={each} value={each}>
              {formats.number(each)}
            </option>
          ))}
        </Select>
      </WireField>
      <AlertPreview series={isComplete ? series : null} />
      <WireField form={form} name="severity" label={text('severity')}>
        <Select size="small" {...form.register('severity')}>
          {ALERT_SEVERITIES.map((each) => (
            <option key={each} value={each}>
              {text(`severityOf.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="notified" label={text('notified')}>
        <Select size="small" {...form.register('notified')}>
          {ALERT_NOTIFIED.map((each) => (
            <option key={each} value={each}>
              {text(`notifiedOf.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      <MessageFields form={form} />
    </FormPanel>
  );
};

/** Of a field's name: what is counted has none. */
const UNIT_SIGNS = { count: '', percent: '(%)', ms: '(ms)', hours: '(h)' } as const;

/** Makes an alert, or changes one. */
export const AlertForm = (props: AlertFormProps): ReactNode => {
  const { alert, onClose } = props;
  const text = useText('alerts');
  const targets = useRead(alertTargetsQuery);
  if (targets.data) return <Fields {...props} targets={targets.data} />;
  return (
    <SidePanel title={alert === null ? text('new') : alert.name} onClose={onClose}>
      {targets.error ? (
        <ErrorState error={targets.error} onRetry={() => void targets.refetch()} />
      ) : (
        <Loading rows={8} rowHeight={28} />
      )}
    </SidePanel>
  );
};
