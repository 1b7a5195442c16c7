import type { EventDetail, EventRouting } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { routingClause, rulesRun } from '../trace.ts';
import { noValues, useExplanation, type ValuesOf } from '../use-explanation.ts';
import { RuleTrace, type Light } from './RuleTrace.tsx';

type RoutingViewProps = {
  readonly routing: EventRouting;
  /** What expressions came to; reads of attributes alone where absent. */
  readonly valuesOf?: ValuesOf;
  readonly onLight: Light;
};

/** The way of a case to its queue: which routing rule and clause chose it, and what the others came to. */
export const RoutingView = ({ routing, valuesOf = noValues, onLight }: RoutingViewProps): ReactNode => {
  const text = useText('events');
  const provided = useProvidedNames();
  const { queue, rule, clause, missing, trace } = routing;
  const meta = trace.length === 0 ? undefined : text('trace.meta', { run: rulesRun(trace), count: trace.length });
  return (
    <Section title={text('routing.title')} meta={meta} end={<Chip solid>{text('routing.queue', { queue })}</Chip>}>
      {rule === null ? (
        <p className="quiet">{text(trace.length === 0 ? 'routing.noRules' : 'routing.noRule')}</p>
      ) : (
        <p>
          {text('routing.by', {
            rule: provided.shown(rule.name),
            clause: provided.clause(rule.name, clause ?? ''),
          })}
        </p>
      )}
      {missing === null ? null : <p className="problem-text">{text('routing.missing', { queue: missing })}</p>}
      {trace.length === 0 ? null : (
        <div className="bleed-4">
          <RuleTrace
            rules={trace}
            deciding={routingClause(routing)}
            tone="review"
            outcome={text('routing.routed')}
            valuesOf={valuesOf}
            onLight={onLight}
          />
        </div>
      )}
    </Section>
  );
};

/** The same of an event, with the values of velocities, lists, calls and functions; nothing where it became no case. */
export const RoutingPart = ({
  detail,
  onLight,
}: {
  readonly detail: EventDetail;
  readonly onLight: Light;
}): ReactNode => {
  const valuesOf = useExplanation(detail);
  return detail.routing === null ? null : (
    <RoutingView routing={detail.routing} valuesOf={valuesOf} onLight={onLight} />
  );
};
