const COLOUR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$|\b(rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\(/i;

/**
 * Colours live in the theme, so that dark and high contrast have one place to change them.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const noColourLiteral = {
  meta: { type: 'problem', docs: { description: 'Colours come from the tokens of packages/ui.' } },
  create: (context) => {
    const report = (node) => context.report({ node, message: 'Take the colour from the theme of @redoubt/ui.' });
    return {
      Literal: (node) => {
        if (typeof node.value === 'string' && COLOUR.test(node.value)) report(node);
      },
      TemplateElement: (node) => {
        if (COLOUR.test(node.value.cooked ?? '')) report(node);
      },
    };
  },
};
