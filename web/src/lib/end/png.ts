/** A picture of the page as a file that others can open. */

/** The size of the picture: what messengers show a link with. */
export const WIDTH = 1200;
export const HEIGHT = 630;

const TYPE = 'image/png';

/** Words that fit into a line of the picture. */
export function shortened(words: string, most: number): string {
  const letters = [...words];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : words;
}

/** The picture as it is drawn in the page, as a PNG. */
export async function asPng(picture: SVGSVGElement): Promise<Blob> {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute('class');
  const code = new XMLSerializer().serializeToString(copy);
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(code)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext('2d')?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, TYPE);
  });
  if (!blob) throw new TypeError(TYPE);
  return blob;
}
