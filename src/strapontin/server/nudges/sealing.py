"""Web Push as its standards say: who sends (VAPID, RFC 8292), and a message only the device can read (RFC 8291).

A few lines over `cryptography` rather than pywebpush, which brings two HTTP clients along and connects by itself to
whatever address a guest named.
"""

from __future__ import annotations

import base64
import hashlib
import os
import struct
import time

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many private keys that curve has, and one more."""

RECORD = 4096
PADDED = 640
"""Bytes of every message, so that its length tells nothing."""

TOKEN_SECONDS = 12 * 3600


class Sender:
    """Who sends, by a key that follows from the secret of the server: the same in all processes and in a backup."""

    def __init__(self, secret: bytes) -> None:
        digest = hashlib.sha512(b"strapontin push" + secret).digest()
        self._key = derive_private_key(int.from_bytes(digest, "big") % (ORDER - 1) + 1, CURVE)
        self.public = encoded(_point(self._key.public_key()))
        """What devices subscribe to."""

    def authorisation(self, origin: str, contact: str) -> str:
        """The header by which a push service knows who sends, and whom to write to."""
        claims = {"aud": origin, "exp": int(time.time()) + TOKEN_SECONDS, "sub": contact}
        parts = [encoded(msgspec.json.encode(one)) for one in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signed = ".".join(parts)
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def seal(message: bytes, device: bytes, auth: bytes) -> bytes:
    """A message for the device with this public key, as the body of a request (aes128gcm)."""
    ours, salt = generate_private_key(CURVE), os.urandom(16)
    theirs = EllipticCurvePublicKey.from_encoded_point(CURVE, device)
    key, nonce = _keys(ours.exchange(ECDH(), theirs), auth, device, _point(ours.public_key()), salt)
    padded = message + b"\x02" + bytes(max(0, PADDED - len(message)))
    point = _point(ours.public_key())
    return salt + struct.pack(">IB", RECORD, len(point)) + point + AESGCM(key).encrypt(nonce, padded, None)


def unseal(body: bytes, device: EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a device reads in a body; ValueError if it is not for it."""
    salt, length = body[:16], body[20]
    point = body[21 : 21 + length]
    theirs = EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    key, nonce = _keys(device.exchange(ECDH(), theirs), auth, _point(device.public_key()), point, salt)
    try:
        padded = AESGCM(key).decrypt(nonce, body[21 + length :], None)
    except InvalidTag:
        raise ValueError("this message is for another device") from None
    return padded.rstrip(b"\0").removesuffix(b"\x02")


def readable_key(text: str) -> bytes:
    """The public key of a device; ValueError if it is none."""
    point = decoded(text)
    EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    return point


def encoded(data: bytes) -> str:
    """Bytes as a URL writes them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text; ValueError if it is none."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _keys(shared: bytes, auth: bytes, device: bytes, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
    secret = _derived(auth, shared, b"WebPush: info\0" + device + sender, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    return key, _derived(salt, secret, b"Content-Encoding: nonce\0", 12)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
