/** Who made the graphics of this machine, as WebGL says it. */
export const graphicsFacts = (): Record<string, string> => {
  const context = document.createElement('canvas').getContext('webgl');
  if (context === null) return {};
  const textOf = (name: number): string => String(context.getParameter(name) ?? '');
  const unmasked = context.getExtension('WEBGL_debug_renderer_info');
  return {
    vendor: textOf(context.VENDOR),
    renderer: textOf(context.RENDERER),
    unmaskedVendor: unmasked ? textOf(unmasked.UNMASKED_VENDOR_WEBGL) : '',
    unmaskedRenderer: unmasked ? textOf(unmasked.UNMASKED_RENDERER_WEBGL) : '',
  };
};
