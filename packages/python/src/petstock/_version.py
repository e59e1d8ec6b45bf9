"""The version of this package: that of the service that it was released with."""

__version__ = "0.1.0"
