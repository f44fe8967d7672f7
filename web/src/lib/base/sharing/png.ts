/** A picture of the page as a file that others can open. */

/** The size of the picture: what messengers show a link with. */
export const WIDTH = 1200;
export const HEIGHT = 630;

const TYPE = 'image/png';

/** A picture is settled when it was drawn so often in the same way. */
const SETTLED = 2;
const MOST_DRAWN = 20;
const BETWEEN_MS = 60;

/** What style sheets say of a drawing. A picture leaves the page without them. */
const STYLED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
] as const;

/** Words in a line of so many characters, or else in two that are about as long as each other. */
export function inLines(words: string, most: number): string[] {
  if ([...words].length <= most) return [words];
  const spaces = [...words.matchAll(/ /g)].map(({ index }) => index);
  const longer = (space: number) => Math.max(space, words.length - space - 1);
  const [best = most] = spaces.sort((a, b) => longer(a) - longer(b));
  return [words.slice(0, best), words.slice(best).trim()].map((line) => shortened(line, most));
}

/** Words that fit into a line of the picture. */
export function shortened(words: string, most: number): string {
  const letters = [...words];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : words;
}

/** The picture as it is drawn in the page, as a PNG. */
export async function asPng(picture: SVGSVGElement): Promise<Blob> {
  const copy = styled(picture);
  const style = document.createElementNS(picture.namespaceURI, 'style');
  style.textContent = await fontFaces();
  copy.prepend(style);
  const code = new XMLSerializer().serializeToString(copy);
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(code)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  await drawOn(canvas, image);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, TYPE);
  });
  if (!blob) throw new TypeError(TYPE);
  return blob;
}

/** A browser loads the fonts within a picture one after the other, each when a letter is first drawn with it. */
async function drawOn(canvas: HTMLCanvasElement, image: HTMLImageElement): Promise<void> {
  const context = canvas.getContext('2d');
  let [before, same] = ['', 0];
  for (let drawn = 0; drawn < MOST_DRAWN && same < SETTLED; drawn += 1) {
    context?.clearRect(0, 0, WIDTH, HEIGHT);
    context?.drawImage(image, 0, 0, WIDTH, HEIGHT);
    const now = canvas.toDataURL();
    same = now === before ? same + 1 : 0;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

/** A copy that looks the same where there are no style sheets. */
function styled(picture: SVGSVGElement): SVGSVGElement {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const [drawn, copied] = [picture, copy].map((svg) => [svg, ...svg.querySelectorAll('*')]);
  drawn?.forEach((element, index) => {
    const twin = copied?.[index];
    if (
      !(twin instanceof SVGElement) ||
      (!element.hasAttribute('class') && !(element instanceof SVGTextElement))
    )
      return;
    const computed = getComputedStyle(element);
    for (const name of STYLED) twin.style.setProperty(name, computed.getPropertyValue(name));
    twin.removeAttribute('class');
  });
  copy.setAttribute('style', '');
  return copy;
}

/** The page's fonts, with their files within. */
async function fontFaces(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  const written = faces.map(async ({ cssText, parentStyleSheet }) => {
    const [source, url] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
    if (!source || !url) return '';
    const base = parentStyleSheet?.href ?? location.href;
    return cssText.replace(source, `url("${await dataUrl(new URL(url, base))}")`);
  });
  return (await Promise.all(written)).join('\n');
}

async function dataUrl(url: URL): Promise<string> {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(String(reader.result));
    };
    reader.onerror = () => {
      reject(new TypeError(url.href));
    };
    reader.readAsDataURL(blob);
  });
}
