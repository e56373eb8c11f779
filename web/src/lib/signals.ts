// Signals for whoever looks away: a soft chime, a short buzz, a notification; all off until asked for.
import { prefs } from './prefs.svelte';
import { t } from './words.svelte';

let audio: AudioContext | undefined;

/** Two quiet notes, as when doors are about to close. */
export function chime(): void {
  if (!prefs.sound) return;
  try {
    audio ??= new AudioContext();
    const now = audio.currentTime;
    [659, 523].forEach((pitch, i) => {
      const tone = audio!.createOscillator();
      const volume = audio!.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, now + i * 0.16);
      volume.gain.linearRampToValueAtTime(0.08, now + i * 0.16 + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + i * 0.16 + 0.3);
      tone.connect(volume).connect(audio!.destination);
      tone.start(now + i * 0.16);
      tone.stop(now + i * 0.16 + 0.32);
    });
  } catch {
    // a device without sound stays silent
  }
}

export function buzz(): void {
  if (prefs.vibration && 'vibrate' in navigator) navigator.vibrate(40);
}

export async function askToNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted' && ring(t('settings.notify'), t('settings.notify.more'));
}

/** Whether a notification could be shown: some phones have the word for it and refuse the thing. */
function ring(title: string, body: string): boolean {
  try {
    return Boolean(new Notification(title, { body, icon: '/icon.svg', tag: 'strapontin-turn' }));
  } catch {
    return false;
  }
}

/** Tell somebody who is looking elsewhere that it is their turn. */
export function notify(title: string, body: string): void {
  if (!prefs.notify || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  ring(title, body);
}
