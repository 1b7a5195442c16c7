import type { CaseSummary, EventDetail, LinkingAttribute } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useMemo, useState, type ReactNode } from 'react';
import { factsOfRequest } from '../../../../shared/events/event-facts.ts';
import { ActionsPart } from '../../../../shared/events/parts/ActionsPart.tsx';
import { CalledOutPart } from '../../../../shared/events/parts/CalledOutPart.tsx';
import { FactsView } from '../../../../shared/events/parts/FactsView.tsx';
import { LookedUpPart } from '../../../../shared/events/parts/LookedUpPart.tsx';
import { RoutingPart } from '../../../../shared/events/parts/RoutingPart.tsx';
import { SupportPart } from '../../../../shared/events/parts/SupportPart.tsx';
import { Timeline } from '../../../../shared/events/parts/Timeline.tsx';
import { ExplainedTrace } from '../../../../shared/events/parts/TraceView.tsx';
import { VelocityReads } from '../../../../shared/events/parts/velocities/VelocityReads.tsx';
import { pathsRead } from '../../../../shared/events/trace.ts';
import { CASE_ASIDES, CASE_PANES, type CasePane } from './case-panes.tsx';
import { CaseLead } from './CaseLead.tsx';
import { ItemsPart } from '../../../../shared/events/parts/ItemsPart.tsx';
import styles from '../review.module.css';
import { useLetterKey } from '../../../../shared/cases/deciding/use-letter-key.ts';

const PaneKey = (props: { readonly keys: string; readonly text: string; readonly onOpen: () => void }): null => {
  useLetterKey(props.keys, props.text, props.onOpen);
  return null;
};

type View = { readonly id: 'details' | CasePane['id']; readonly linkBy?: LinkingAttribute | undefined };

const DETAILS: View = { id: 'details' };

/** Everything known about the event of a case: why it is here, its facts, its path through the rules, what came later. */
export const CaseEvidence = (props: { readonly of: CaseSummary; readonly detail: EventDetail }): ReactNode => {
  const { of, detail } = props;
  const text = useText('cases');
  const [view, setView] = useState(DETAILS);
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set());
  const facts = useMemo(() => factsOfRequest(detail.request, detail.eventType), [detail]);
  const readByRules = useMemo(() => pathsRead(detail), [detail]);
  const tabs = [{ id: 'details', title: 'tabs.details' } as const, ...CASE_PANES];
  const pane = CASE_PANES.find(({ id }) => id === view.id);
  return (
    <div className={styles.evidences}>
      <div className={styles.evidence}>
        <div role="tablist" aria-label={text('tabs.label')} className={styles.tabs}>
          {tabs.map(({ id, title }) => (
            <button key={id} type="button" role="tab" aria-selected={id === view.id} onClick={() => setView({ id })}>
              {text(title)}
            </button>
          ))}
        </div>
        {CASE_PANES.map(({ id, keys, title }) => (
          <PaneKey key={id} keys={keys} text={text(title)} onOpen={() => setView(id === view.id ? DETAILS : { id })} />
        ))}
        {pane ? (
          <pane.Pane of={of} detail={detail} linkBy={view.linkBy} />
        ) : (
          <>
            <CaseLead of={of} detail={detail} />
            <ItemsPart request={detail.request} />
            <VelocityReads detail={detail} />
            <FactsView facts={facts} read={readByRules} lit={lit} />
            <ExplainedTrace detail={detail} onLight={setLit} />
            <RoutingPart detail={detail} onLight={setLit} />
            <LookedUpPart facts={detail.lookedUp} />
            <CalledOutPart calls={detail.calls} />
            <ActionsPart actions={detail.actions} />
          </>
        )}
      </div>
      <div className={styles.evidence}>
        {CASE_ASIDES.map(({ id, Aside }) => (
          <Aside key={id} of={of} detail={detail} onOpen={(next, linkBy) => setView({ id: next, linkBy })} />
        ))}
        <SupportPart detail={detail} />
        <Timeline detail={detail} />
      </div>
    </div>
  );
};
