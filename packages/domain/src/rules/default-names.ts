/** Kinds of things that begin with a name of ours. */
export type DefaultNamed = 'rule' | 'clause';

/**
 * What the console calls a new rule, action or clause until a person names it, by language code: a draft that was begun
 * in one language may be published in another. A test of the console compares this with its catalogues.
 */
export const DEFAULT_NAMES: Readonly<Record<string, Readonly<Record<DefaultNamed, readonly string[]>>>> = {
  'da-DK': { rule: ['Ny regel', 'Ny handling'], clause: ['Klausul'] },
  'de-DE': { rule: ['Neue Regel', 'Neue Aktion'], clause: ['Klausel'] },
  'en-US': { rule: ['New rule', 'New action'], clause: ['Clause'] },
  'es-ES': { rule: ['Nueva regla', 'Nueva acción'], clause: ['Cláusula'] },
  'fr-FR': { rule: ['Nouvelle règle', 'Nouvelle action'], clause: ['Clause'] },
  'it-IT': { rule: ['Nuova regola', 'Nuova azione'], clause: ['Clausola'] },
  'nl-NL': { rule: ['Nieuwe regel', 'Nieuwe actie'], clause: ['Clausule'] },
  'pt-BR': { rule: ['Nova regra', 'Nova ação'], clause: ['Cláusula'] },
};

const fold = (name: string): string => name.trim().toLowerCase();

const KNOWN: Readonly<Record<DefaultNamed, ReadonlySet<string>>> = {
  rule: new Set(Object.values(DEFAULT_NAMES).flatMap(({ rule }) => rule.map(fold))),
  clause: new Set(Object.values(DEFAULT_NAMES).flatMap(({ clause }) => clause.map(fold))),
};

/** Whether a name is the one a new thing begins with, with or without its number ("New rule 1", "Klausel 2"). */
export const isDefaultName = (kind: DefaultNamed, name: string): boolean =>
  KNOWN[kind].has(fold(name).replace(/\s+\d+$/u, ''));
