import type { Language } from './languages.ts';

/** One term of the product in one language. */
export type GlossaryTerm = {
  /** The term in English, as screens, endpoints and documents use it. */
  readonly english: string;
  /** The one word for it. */
  readonly word: string;
  /** Other words for it that texts of the catalogues must not use. */
  readonly never: RegExp;
};

/**
 * One word for each term, in every language. Fraud teams read these words all day: two words for one thing are read as
 * two things. A test refuses the words of `never` in the catalogues.
 */
export const GLOSSARY: Readonly<Record<Exclude<Language, 'en-US'>, readonly GlossaryTerm[]>> = {
  'de-DE': [
    { english: 'traffic', word: 'Datenverkehr (Menge: Aufkommen)', never: /(?<!Daten|Zahlungs)\bVerkehr/ },
    { english: 'label', word: 'Label', never: /\bKennzeichen\b|Kennzeichnung|Etikett/ },
    { english: 'approval request', word: 'Freigabeanfrage', never: /\bBitte (?:wurde|zurück)|eigene Bitte/ },
    { english: 'velocity', word: 'Velocity', never: /Geschwindigkeiten\b/ },
    { english: 'velocity set', word: 'Velocity-Satz', never: /Velocity-Menge|Velocity-Set\b/ },
    { english: 'in the last 24 hours', word: 'in den letzten 24 Stunden', never: /am letzten Tag|seit einem Tag/ },
    { english: 'queue', word: 'Warteschlange', never: /\bQueue\b(?!\()/ },
    { english: 'roll back', word: 'zurücksetzen', never: /zurückrollen/i },
    { english: 'agent', word: 'Sachbearbeiter', never: /\bPrüfende|\bBearbeiter\b/ },
    { english: 'case management', word: 'Fallbearbeitung', never: /Fallverwaltung/ },
    { english: 'routing rule', word: 'Weiterleitungsregel', never: /Routing-?regel/i },
    { english: 'chargeback', word: 'Rückbuchung', never: /Rückbelast/ },
  ],
  'da-DK': [
    { english: 'integration', word: 'integration', never: /tilkobling/i },
    { english: 'body of a request', word: 'indhold', never: /\bkrop(?:pen)?\b/i },
    { english: 'label', word: 'mærkat', never: /\bmærkning|\bmærke\b/i },
    { english: 'velocity', word: 'velocity, velocities', never: /velocityer|velocityen|hastigheder\b/i },
    { english: 'velocity set', word: 'velocitysæt', never: /velocity-sæt|hastighedssæt/i },
    { english: 'in the last 24 hours', word: 'de seneste 24 timer', never: /seneste døgn|sidste dag/i },
    { english: 'on hold', word: 'i bero', never: /\bpå hold\b|venteposition/i },
    { english: 'routing rule', word: 'fordelingsregel', never: /routingreg|ruteregl/i },
    { english: 'decision', word: 'afgørelse', never: /beslutning|beslutte/i },
  ],
  'nl-NL': [
    { english: 'label', word: 'label', never: /\betiket|^Markering(?: toevoegen)?$|accountmarkering/i },
    { english: 'velocity', word: 'velocity, velocity’s', never: /\bvelocities\b|snelheden\b/i },
    { english: 'in the last 24 hours', word: 'in de afgelopen 24 uur', never: /laatste dag\b/i },
    { english: 'roll back', word: 'terugdraaien', never: /terugrollen/i },
    { english: 'case', word: 'zaak', never: /dossier/i },
    { english: 'in review', word: 'in behandeling', never: /\bbeoordeling (?:beginnen|begonnen)/i },
  ],
  'fr-FR': [
    { english: 'label', word: 'étiquette', never: /\blabels?\b|libellé de fraude/i },
    { english: 'velocity', word: 'vélocité', never: /\bvitesses\b/i },
    {
      english: 'in the last 24 hours',
      word: 'au cours des dernières 24 heures',
      never: /depuis un jour|dernier jour/i,
    },
    { english: 'escalate', word: 'escalader', never: /transmis à un responsable|\bremonté/i },
    { english: 'routing rule', word: 'règle d’acheminement', never: /\brègles? de routage/i },
    { english: 'case', word: 'dossier', never: /\b(?:les|des|aucun|nouveaux|gestion des) cas\b/i },
    { english: 'chargeback', word: 'rétrofacturation', never: /\bimpayé/i },
  ],
  'es-ES': [
    { english: 'label', word: 'etiqueta', never: /\blabels?\b|\brótulo/i },
    { english: 'in the last 24 hours', word: 'en las últimas 24 horas', never: /último día/i },
    { english: 'roll back', word: 'revertir', never: /\brestaurar la versión/i },
  ],
  'it-IT': [
    { english: 'label', word: 'etichetta', never: /\blabels?\b/i },
    { english: 'in the last 24 hours', word: 'nelle ultime 24 ore', never: /ultimo giorno/i },
    { english: 'roll back', word: 'ripristinare', never: /riportare indietro/i },
    { english: 'escalate', word: 'escalation', never: /\binoltrat/i },
    { english: 'chargeback', word: 'chargeback', never: /\bstorn/i },
  ],
  'pt-BR': [
    { english: 'label', word: 'rótulo', never: /\blabels?\b|\betiqueta/i },
    { english: 'in the last 24 hours', word: 'nas últimas 24 horas', never: /último dia/i },
    { english: 'roll back', word: 'reverter', never: /\brestaurar a versão/i },
    { english: 'chargeback', word: 'chargeback', never: /\bestorn/i },
    { english: 'case management', word: 'gestão de casos', never: /gerenciamento de casos/i },
    { english: 'note', word: 'anotação', never: /\bnotas? (?:sobre|e men)/i },
  ],
};
