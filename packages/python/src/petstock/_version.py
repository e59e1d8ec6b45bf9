"""The version of this package: that of the service that it was released with."""

__version__ = "0.2.0-dev"
