/** What holds of the words of every page, in every language. */

import type { Law } from './laws';

/** No field is narrower than what stands in it: its value, its sample, or what is chosen. */
export const FIELDS_ROOMY: Law = () => {
  const canvas = document.createElement('canvas').getContext('2d');
  const wrong: string[] = [];
  const WRITTEN = 'input:not([type]), input:is([type=text], [type=search], [type=number])';
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    `${WRITTEN}, select`,
  )) {
    if (!canvas || !field.checkVisibility({ visibilityProperty: true })) continue;
    if (field.closest('.visually-hidden')) continue;
    const style = getComputedStyle(field);
    canvas.font = style.font;
    canvas.letterSpacing = style.letterSpacing;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const texts =
      field instanceof HTMLSelectElement
        ? [field.selectedOptions[0]?.text ?? '']
        : [field.value, field.placeholder];
    for (const text of texts) {
      const { width } = canvas.measureText(text);
      if (width > room + 1) {
        wrong.push(`“${text}” needs ${width.toFixed(0)} px in a field of ${room.toFixed(0)}`);
      }
    }
  }
  return wrong;
};

/** No text of a button, a tab or a chip is cut off. What may stick out of one, such as a badge, is not cut: see `WHOLE`. */
export const LABELS_WHOLE: Law = () => {
  const LABELS = 'button, a.button, [role=tab], .chip, .pill, .badge, summary';
  return [...document.querySelectorAll<HTMLElement>(LABELS)]
    .filter((label) => label.checkVisibility({ visibilityProperty: true }))
    .filter((label) => !label.closest('.visually-hidden') && label.textContent.trim() !== '')
    .filter((label) => getComputedStyle(label).overflowX !== 'visible')
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(
      ({ textContent, scrollWidth, clientWidth }) =>
        `“${textContent.trim().slice(0, 40)}” has ${clientWidth} of ${scrollWidth} px`,
    );
};

/** No option of a printed command is broken in two: read aloud or typed again it would be wrong. */
export const OPTIONS_WHOLE: Law = () => {
  const wrong: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (!currentNode.parentElement?.checkVisibility()) continue;
    for (const { 0: option, index } of (currentNode.nodeValue ?? '').matchAll(
      /(?<![\w-])--[a-z][\w-]*/g,
    )) {
      range.setStart(currentNode, index);
      range.setEnd(currentNode, index + option.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) wrong.push(`${option} is broken`);
    }
  }
  return wrong;
};
